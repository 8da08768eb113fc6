//! Text fields, and JSON values as form text.

use serde_json::Value;

use super::merged_schema::MergedSchema;
use crate::kind::FieldKind;

/// A text field whose maximum length exceeds this gets a multiline control.
const ONE_LINE: u32 = 200;

/// The kind of a text field with this schema.
pub(super) fn kind(schema: &MergedSchema<'_>) -> FieldKind {
    let length = schema.get("maxLength").and_then(Value::as_u64);
    let max_length = length
        .and_then(|length| u32::try_from(length).ok())
        .filter(|length| *length > 0);
    let multiline = schema.own("multiline").and_then(Value::as_bool);
    FieldKind::Text {
        multiline: multiline.unwrap_or(max_length.is_none_or(|length| length > ONE_LINE)),
        max_length,
    }
}

/// A value as form text; a number keeps its digits.
pub(super) fn of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
