//! The envelope around every answer (the contract, section 2.2). Knows nothing about its data.

use serde::Serialize;
use serde_json::Value;

/// `{status, data, errors, meta}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Envelope<T> {
    /// `success` or `error`.
    pub status: String,
    /// The result.
    pub data: T,
    /// Why the call failed.
    pub errors: Option<String>,
    /// A free-form object.
    pub meta: Option<Value>,
}

impl<T> Envelope<T> {
    /// The envelope of a call that succeeded.
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
