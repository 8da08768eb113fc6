//! Ids and numbers, which the editor writes as numbers or as text.

use serde_json::Value;

/// Maximum length of an id, since each copy of a subgraph repeats it. ComfyUI's own ids are shorter.
pub(crate) const LONGEST_ID: usize = 100;

/// An id: a number or a text.
pub(crate) fn id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A whole number, or the text of one.
pub(super) fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
