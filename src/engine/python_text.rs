//! Python's `str()` for JSON values, which ComfyUI applies to literals.

use serde_json::Value as Json;

/// Python's `str()`; lists and objects become JSON.
pub(super) fn python_text(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        Json::Array(_) | Json::Object(_) => value.to_string(),
    }
}
