//! The envelope around every answer (the contract, section 2.2).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `{status, data, errors, meta}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// The textual status of the call, `success` or `error`.
    #[serde(default)]
    pub status: String,
    /// What was asked for.
    pub data: T,
    /// Why it was not given.
    #[serde(default)]
    pub errors: Option<Errors>,
    /// A free-form object.
    #[serde(default)]
    pub meta: Option<Value>,
}

/// One error text or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Errors {
    /// One text.
    One(String),
    /// Several texts.
    Many(Vec<String>),
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
            errors: Some(Errors::One(message.into())),
            meta: None,
        }
    }
}

impl Errors {
    /// All texts, a line each; `None` when there is none.
    pub fn text(&self) -> Option<String> {
        let text = match self {
            Self::One(text) => text.clone(),
            Self::Many(texts) => texts.join("\n"),
        };
        Some(text).filter(|text| !text.is_empty())
    }
}
