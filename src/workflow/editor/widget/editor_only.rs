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
    CONTROL_NAME,
    "control_filter_list",
    "upload",
    "audioUI",
    "videopreview",
];

/// The name of the widget that says how a number changes between runs.
pub(crate) const CONTROL_NAME: &str = "control_after_generate";

/// Whether only the editor knows a widget: a button, a control, a preview.
pub(crate) fn is_editor_only(name: &str) -> bool {
    WIDGETS.contains(&name) || name.starts_with("$$")
}

/// Whether a value says how a number changes between runs.
pub(crate) fn is_control(value: &Value) -> bool {
    value.as_str().is_some_and(|text| CONTROL.contains(&text))
}

/// Whether a value says that a number is drawn anew after each run.
pub(crate) fn is_random(value: &Value) -> bool {
    value == "randomize"
}

/// Whether a value may be that of an upload button.
pub(super) fn is_upload(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => matches!(text.as_str(), "" | "image" | "audio" | "video" | "file"),
        // Some programs wrote the button itself.
        Value::Object(button) => button.get("type").is_some_and(|kind| kind == "button"),
        _ => false,
    }
}

/// Whether nothing is lost without a value.
pub(super) fn is_spare(value: &Value) -> bool {
    is_upload(value) || is_control(value) || is_speech(value)
}

/// Whether a value is that of the buttons for speech that a pack adds to every node with a text: two flags.
fn is_speech(value: &Value) -> bool {
    let flags = value.as_array().filter(|flags| flags.len() == 2);
    flags.is_some_and(|flags| flags.iter().all(Value::is_boolean))
}

/// A value as a prompt contains it. A list is wrapped, since it would be read as a link.
pub(crate) fn wrapped(value: Value) -> Value {
    match value {
        Value::Array(_) => json!({ "__value__": value }),
        value => value,
    }
}
