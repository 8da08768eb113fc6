//! What differs between a file's values and a prompt's: buttons, previews and how a number changes
//! between runs, which only the editor knows, and how lists are written.

use serde_json::{Value, json};

/// The values that the editor adds after a number to change it between runs.
const CONTROL: [&str; 5] = [
    "fixed",
    "increment",
    "increment-wrap",
    "decrement",
    "randomize",
];

/// Widgets that only the editor knows.
const WIDGETS: [&str; 5] = [
    "control_after_generate",
    "control_filter_list",
    "upload",
    "audioUI",
    "videopreview",
];

/// Whether only the editor knows a widget: a button, a control, a preview.
pub(crate) fn is_editor_only(name: &str) -> bool {
    WIDGETS.contains(&name) || name.starts_with("$$")
}

/// Whether a value says how a number changes between runs.
pub(super) fn is_control(value: &Value) -> bool {
    value.as_str().is_some_and(|text| CONTROL.contains(&text))
}

/// Whether a value may be that of an upload button.
pub(super) fn is_upload(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => matches!(text.as_str(), "" | "image" | "audio" | "video" | "file"),
        _ => false,
    }
}

/// A value as a prompt contains it. A list is wrapped, since it would be read as a link.
pub(crate) fn wrapped(value: Value) -> Value {
    match value {
        Value::Array(_) => json!({ "__value__": value }),
        value => value,
    }
}
