//! An error in one field's value. Knows neither the rules that find it nor the wire.

use serde::{Deserialize, Serialize};

use super::field::Field;

/// An error of one field's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// The field's name.
    pub field: String,
    /// What is wrong, worded for the person who entered the value.
    pub msg: String,
    /// The kind of error, in pydantic's names (`missing`, `int_parsing`, …).
    #[serde(rename = "type")]
    pub kind: String,
}

impl FieldError {
    /// An error of this field's value.
    pub(super) fn new(field: &Field, kind: &str, msg: impl Into<String>) -> Self {
        Self {
            field: field.name.clone(),
            msg: msg.into(),
            kind: kind.to_owned(),
        }
    }
}
