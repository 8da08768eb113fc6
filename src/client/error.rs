//! The errors of a call, with one kind per remedy. Pure; does not know how the messages are built.

mod kind;
pub(crate) mod redact;

use super::text::joined;
use api::ValidationItem;
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
