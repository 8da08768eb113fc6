//! The result of each attempt of a call: an answer, a retry or an error. Pure; does not wait or send.

use super::call::{Call, Received};
use super::error::Error;
use super::retry;

/// The result of one attempt.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The normalised answer, as JSON text.
    Done(String),
    /// Retry after this many milliseconds plus up to 50 % jitter, so that clients that failed at the
    /// same time do not retry at the same time.
    Retry(u32),
    /// It failed and is not retried.
    Failed(Box<Error>),
}

impl Call {
    /// The outcome of an answer to the `attempt`th attempt; an error does not contain the key.
    pub fn answered(&self, received: Received<'_>, key: &str, attempt: u32) -> Outcome {
        let error = if matches!(received.status, 200..300) {
            match self.operation.read_text(received.body, &self.id) {
                Ok(value) => return Outcome::Done(value),
                Err(why) => Error::decode(self, received, why),
            }
        } else {
            Error::answered(self, received)
        };
        self.failed(error.without(key), attempt)
    }

    /// The outcome of an error at the `attempt`th attempt.
    pub fn failed(&self, error: Error, attempt: u32) -> Outcome {
        match self.retry_after(&error, attempt) {
            Some(wait) => Outcome::Retry(wait),
            None => Outcome::Failed(Box::new(error)),
        }
    }

    /// The milliseconds until the retry after this error at the `attempt`th attempt, as in
    /// [`Outcome::Retry`]; `None` if it is not retried.
    pub fn retry_after(&self, error: &Error, attempt: u32) -> Option<u32> {
        retry::wait(error, attempt).filter(|_| self.operation.is_read())
    }
}
