//! One call of an operation at a deployment. Pure; does not know how it is sent.

use super::error::Error;
use api::Operation;

/// One call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The operation.
    pub operation: &'static Operation,
    /// The id of its workflow, group or run; empty if it has none.
    pub id: String,
    /// The address without its query, as shown in messages.
    pub url: String,
    /// The query with its question mark, or empty.
    pub query: String,
    /// Whether it starts one run however often it is sent: it has an idempotency key, and the deployment says that
    /// it reads it.
    pub is_repeatable: bool,
}

/// An answer as it arrived.
#[derive(Clone, Copy, Debug)]
pub struct Received<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The value of `Retry-After`, in seconds.
    pub retry_after: Option<u32>,
    /// The body, or its start.
    pub body: &'a str,
}

impl Call {
    /// A call of `operation` at `base_url`; `query` holds further parameters, encoded.
    ///
    /// # Errors
    /// [`super::ErrorKind::Usage`] for an id that no address can hold.
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
                "” is not an id",
            ];
            return Err(Error::input(&what));
        };
        Ok(Self {
            operation,
            id: id.to_owned(),
            query: operation.query(id, query),
            url,
            is_repeatable: false,
        })
    }
}
