//! Turns form values into values for the workflow's nodes. Does not check them.

use std::collections::HashMap;
use std::str::FromStr;

use serde_json::{Number, Value};

use super::check::hidden;
use super::decimal::decimal;
use super::field::Field;
use super::input_schema::InputSchema;
use super::kind::FieldKind;
use workflow::lower::{Fill, boolean};

/// Node id to value, for values that pass [`check`](super::check()). `texts` and `files` map a field's
/// name to its form text, or to the name of its file on the engine. A field without a value takes its
/// default; one that is not visible takes none.
pub fn fill(
    schema: &InputSchema,
    texts: &HashMap<String, String>,
    files: &HashMap<String, String>,
) -> HashMap<String, Fill> {
    let hidden = hidden(&schema.fields, |name| texts.get(name).map(String::as_str));
    let fills = schema.fields.iter().map(|field| {
        let fill = match files.get(&field.name) {
            _ if hidden.contains(field.name.as_str()) => Fill::Nothing,
            Some(file) => Fill::File(file.clone()),
            None => field_fill(field, texts.get(&field.name)),
        };
        (field.node.clone(), fill)
    });
    fills.collect()
}

fn field_fill(field: &Field, text: Option<&String>) -> Fill {
    let is_text = matches!(field.kind, FieldKind::Text { .. });
    // Only a text may be empty; for other kinds, empty means no value.
    let given = text.filter(|text| is_text || !text.is_empty());
    let text = match given.or(field.default.as_ref()) {
        Some(text) => text.as_str(),
        // A missing optional text counts as empty, which any text input can take.
        None if is_text => "",
        None => return Fill::Nothing,
    };
    let literal = match &field.kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => Some(Value::from(text)),
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => number(text, bounds.integer),
        FieldKind::Boolean => boolean(text).map(Value::from),
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => None,
    };
    literal.map_or(Fill::Nothing, Fill::Literal)
}

/// The JSON number with exactly the digits that were typed.
fn number(text: &str, integer: bool) -> Option<Value> {
    let number = decimal(text)?;
    let digits = if integer {
        number.trunc().to_string()
    } else {
        number.to_string()
    };
    Number::from_str(&digits).ok().map(Value::Number)
}
