//! The envelope around every answer (the contract, section 2.2).

use serde::Serialize;
use serde_json::Value;

/// `{status, data, errors, meta}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope<T> {
    /// The textual status of the call, `success` or `error`.
    pub status: String,
    /// What was asked for.
    pub data: T,
    /// Why it was not given.
    pub errors: Option<String>,
    /// A free-form object.
    pub meta: Option<Value>,
}

impl<T> Envelope<T> {
    /// The envelope of a call that did what was asked.
    pub fn success(data: T) -> Self {
        Self {
            status: "success".to_owned(),
            data,
            errors: None,
            meta: None,
        }
    }
}

impl Envelope<[(); 0]> {
    /// The envelope of a call that was refused or failed.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            status: "error".to_owned(),
            data: [],
            errors: Some(message.into()),
            meta: None,
        }
    }
}
