//! The kind of field for an input of a node class. Does not know the workflow.

use serde_json::Value;

use crate::kind::{Bounds, FieldKind};
use workflow::classes::{ClassInput, InputKind, Upload};
use workflow::file_option;

/// The kind of field for an input with this value; `None` if the definition does not tell.
pub(super) fn kind(input: &ClassInput, value: &Value) -> Option<FieldKind> {
    if let Some(upload) = input.upload() {
        return Some(match upload {
            Upload::Image => FieldKind::Image,
            Upload::Video => FieldKind::Video,
            Upload::Audio => FieldKind::Audio,
            Upload::File => FieldKind::File { accept: None },
        });
    }
    Some(match &input.kind {
        InputKind::Text => FieldKind::Text {
            multiline: input.is_multiline()
                || value.as_str().is_some_and(|text| text.contains('\n')),
            max_length: None,
        },
        InputKind::Integer => number(input, true),
        InputKind::Float => number(input, false),
        InputKind::Boolean => FieldKind::Boolean,
        InputKind::Choice(options) if !input.is_multiple() => {
            choice(options.iter().filter_map(text), value)?
        }
        InputKind::Dynamic(options) => {
            choice(options.iter().map(|option| option.key.clone()), value)?
        }
        InputKind::Choice(_) | InputKind::Rows(_) | InputKind::Other(_) => return None,
    })
}

fn number(input: &ClassInput, integer: bool) -> FieldKind {
    let setting = |name: &str| match input.settings.get(name) {
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let bounds = Bounds {
        integer,
        min: setting("min"),
        max: setting("max"),
        step: setting("step"),
    };
    let has_both = bounds.min.is_some() && bounds.max.is_some();
    match input.settings.get("display").and_then(Value::as_str) {
        Some("slider") if has_both => FieldKind::Slider(bounds),
        _ => FieldKind::Number(bounds),
    }
}

/// A choice of options. The current value is one, even if no engine offers it: it stays what it is until
/// somebody chooses another.
pub(super) fn choice(options: impl Iterator<Item = String>, value: &Value) -> Option<FieldKind> {
    let mut options: Vec<String> = options.collect();
    let is_option = |current: &String| {
        let options = options.iter().map(String::as_str);
        file_option(options, current).is_some()
    };
    let current = text(value).filter(|current| !is_option(current));
    options.extend(current);
    (!options.is_empty()).then_some(FieldKind::Choice { options })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
