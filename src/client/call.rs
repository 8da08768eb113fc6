//! One call: which operation, on what, at which deployment. Pure; does not know how it travels.

use super::{Error, retry};
use crate::api::Operation;

/// What is about to be asked.
#[derive(Clone, Debug)]
pub struct Call {
    /// The operation.
    pub operation: &'static Operation,
    /// What it is about: a workflow's, group's or run's id; empty for nothing in particular.
    pub id: String,
    /// The address without its query, as messages have it.
    pub url: String,
    /// The query with its question mark, or empty.
    pub query: String,
}

/// What came of one try.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The answer in its one shape, as JSON text.
    Done(String),
    /// Try again after so many milliseconds, or up to half as many more: those who failed together
    /// should not come back together.
    Again(u32),
    /// It failed for good.
    Failed(Box<Error>),
}

/// What came back over the wire.
#[derive(Clone, Copy, Debug)]
pub struct Received<'a> {
    /// The HTTP status.
    pub status: u16,
    /// Seconds that the server asks to wait.
    pub retry_after: Option<u32>,
    /// The body.
    pub body: &'a [u8],
}

impl Call {
    /// A call of `operation` at `base_url`; `query` holds further members of the query, encoded.
    ///
    /// # Errors
    /// [`super::ErrorKind::Usage`] for an id that no call can be made for.
    pub fn new(
        operation: &'static Operation,
        base_url: &str,
        id: &str,
        query: &str,
    ) -> Result<Self, Error> {
        let Some(url) = operation.url(base_url, id) else {
            let what = [
                operation.action,
                operation.action_end,
                ": “",
                id,
                "” is no id",
            ];
            return Err(Error::input(&what));
        };
        Ok(Self {
            operation,
            id: id.to_owned(),
            query: operation.query(id, query),
            url,
        })
    }

    /// What an answer comes to at the `tries`th try. The key is taken out of what an error repeats.
    pub fn answered(&self, received: Received<'_>, key: &str, tries: u32) -> Outcome {
        let error = if matches!(received.status, 200..300) {
            match self.operation.read_text(received.body, &self.id) {
                Ok(value) => return Outcome::Done(value),
                Err(why) => Error::decode(self, received, why),
            }
        } else {
            Error::answered(self, received)
        };
        self.failed(error.without(key), tries)
    }

    /// What an error comes to at the `tries`th try.
    pub fn failed(&self, error: Error, tries: u32) -> Outcome {
        match self.again(&error, tries) {
            Some(wait) => Outcome::Again(wait),
            None => Outcome::Failed(Box::new(error)),
        }
    }

    /// The milliseconds until it may be tried again after this error at the `tries`th try, as
    /// [`Outcome::Again`] has them; `None` where it has failed for good.
    pub fn again(&self, error: &Error, tries: u32) -> Option<u32> {
        retry::wait(error, tries).filter(|_| self.operation.is_read())
    }
}
