//! The errors of a call, with one kind per remedy. Pure; does not know how the messages are built.

mod kind;
pub(crate) mod redact;

use super::text::joined;
use api::ValidationItem;
use json::Json;
pub use kind::ErrorKind;

/// Why a call gave no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The kind, which implies what to do.
    pub kind: ErrorKind,
    /// What was attempted, why it failed and what to do.
    pub message: String,
    /// The end of the message: why it failed and what to do.
    pub reason: String,
    /// The request's method; empty if none was made.
    pub method: &'static str,
    /// The request's address without its query; empty if none was made.
    pub url: String,
    /// The answer's status, if there was an answer.
    pub status: Option<u16>,
    /// The answer's body as text, if there was an answer.
    pub body: Option<String>,
    /// The errors that a check or a 422 named.
    pub items: Vec<ValidationItem>,
    /// Seconds after which to retry, if the server specifies it.
    pub retry_after: Option<u32>,
}

impl Error {
    /// Whether the same call may succeed later, so that following a run goes on.
    pub fn may_pass(&self) -> bool {
        match self.kind {
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::QueueFull => true,
            ErrorKind::Http => self.status.is_some_and(|status| status >= 500),
            _ => false,
        }
    }

    /// Whether a “not found” is about the id: the operation itself answers in the API's envelope. Without the
    /// operation, a web framework answers in its own format.
    pub fn is_about_the_id(&self) -> bool {
        let body = self.body.as_deref().filter(|_| self.status == Some(404));
        let answer = body.and_then(|body| Json::read(body.as_bytes(), 1).ok());
        let members = answer.as_ref().and_then(Json::members).unwrap_or_default();
        members
            .iter()
            .any(|(name, _)| matches!(&**name, "errors" | "data"))
    }

    /// The error for input that is not a valid call.
    pub fn input(message: &[&str]) -> Self {
        let message = joined(message);
        Self {
            kind: ErrorKind::Usage,
            reason: message.clone(),
            message,
            method: "",
            url: String::new(),
            status: None,
            body: None,
            items: Vec::new(),
            retry_after: None,
        }
    }
}

#[cfg(test)]
mod tests;
