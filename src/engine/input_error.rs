//! A validation error of one input, in ComfyUI's words. Knows nothing about how it was found.

use serde_json::{Map, Value as Json, json};

use super::input::Input;
use super::python_text::python_text;

/// A validation error of one input, an entry of ComfyUI's `node_errors`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InputError {
    /// ComfyUI's `type`, such as `required_input_missing`.
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) details: String,
    /// ComfyUI's `extra_info`: `input_name`, `input_config`, `received_value` and more.
    pub(crate) extra: Box<Map<String, Json>>,
}

impl InputError {
    pub(crate) fn new(
        kind: &'static str,
        message: impl Into<String>,
        details: impl Into<String>,
        extra: Json,
    ) -> Self {
        let extra = match extra {
            Json::Object(extra) => Box::new(extra),
            _ => Box::default(),
        };
        Self {
            kind,
            message: message.into(),
            details: details.into(),
            extra,
        }
    }

    /// An error in the value of an input.
    pub(crate) fn of_value(
        input: &Input,
        value: &Json,
        kind: &'static str,
        message: impl Into<String>,
        details: String,
    ) -> Self {
        let extra = json!({
            "input_name": input.name, "input_config": input.config(&[]), "received_value": value,
        });
        Self::new(kind, message, details, extra)
    }

    /// The value cannot be converted to the type of the input.
    pub(crate) fn wrong_type(input: &Input, value: &Json, why: &str) -> Self {
        let message = format!(
            "Failed to convert an input value to a {} value",
            input.type_name()
        );
        let details = format!("{}, {}, {why}", input.name, python_text(value));
        let mut error = Self::of_value(input, value, "invalid_input_type", message, details);
        error
            .extra
            .insert("exception_message".to_owned(), Json::from(why));
        error
    }

    /// Its JSON in `node_errors`.
    pub(crate) fn to_json(&self) -> Json {
        json!({ "type": self.kind, "message": self.message, "details": self.details, "extra_info": self.extra })
    }
}
