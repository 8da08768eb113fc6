//! From form values to what goes into the workflow's nodes.

use std::collections::HashMap;
use std::str::FromStr;

use serde_json::{Number, Value};

use super::check::boolean;
use super::{Field, FieldKind, InputSchema, decimal};
use crate::workflow::lower::Fill;

/// What goes into each marker node (node id to value), for values that [`super::check`] accepts.
/// `texts` and `files` map a field's name to its form text, or to the name under which the engine
/// keeps its file. A field that was not given takes its default.
pub fn fill(
    schema: &InputSchema,
    texts: &HashMap<String, String>,
    files: &HashMap<String, String>,
) -> HashMap<String, Fill> {
    let fills = schema.fields.iter().map(|field| {
        let fill = match files.get(&field.name) {
            Some(file) => Fill::File(file.clone()),
            None => field_fill(field, texts.get(&field.name)),
        };
        (field.node.clone(), fill)
    });
    fills.collect()
}

fn field_fill(field: &Field, text: Option<&String>) -> Fill {
    let is_text = matches!(field.kind, FieldKind::Text { .. });
    // Only a text can be empty; of another kind, nothing was given.
    let given = text.filter(|text| is_text || !text.is_empty());
    let text = match given.or(field.default.as_ref()) {
        Some(text) => text.as_str(),
        // An optional text that nobody gave is an empty one: what it feeds can take it.
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

/// The JSON number with the very digits that were typed.
fn number(text: &str, integer: bool) -> Option<Value> {
    let number = decimal(text)?;
    let digits = if integer {
        number.trunc().to_string()
    } else {
        number.to_string()
    };
    Number::from_str(&digits).ok().map(Value::Number)
}
