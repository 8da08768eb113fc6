//! The envelope around every answer (the contract, section 2.2). Knows nothing about its data.

use serde::Serialize;
use serde_json::{Map, Value};

/// `{status, data, errors, meta}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Envelope<T, M = Map<String, Value>> {
    /// `success` or `error`.
    pub status: String,
    /// The result.
    pub data: T,
    /// Why the call failed.
    pub errors: Option<String>,
    /// What there is to say besides.
    pub meta: Option<M>,
}

impl<T> Envelope<T> {
    /// The envelope of a call that succeeded.
    pub fn success(data: T) -> Self {
        Self::with_meta(data, None)
    }
}

impl<T, M> Envelope<T, M> {
    /// The same with what there is to say besides.
    pub fn with_meta(data: T, meta: Option<M>) -> Self {
        Self {
            status: "success".to_owned(),
            data,
            errors: None,
            meta,
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
