//! A form's values as JSON, both ways. Numbers keep their digits; files have no place in it.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::{FieldState, FormState};
use crate::schema::FieldKind;

/// The values as a JSON object, one name a line.
pub(crate) fn write(form: FormState) -> String {
    let members = form.all().into_iter().filter(|field| !field.takes_files());
    let members: Vec<String> = members.filter_map(member).collect();
    if members.is_empty() {
        return "{}".to_owned();
    }
    ["{\n", &members.join(",\n"), "\n}"].concat()
}

fn member(field: FieldState) -> Option<String> {
    let text = field.value()?;
    let value = field.fixed.with_value(|fixed| literal(&fixed.kind, &text));
    Some(["  ", &quoted(&field.name()), ": ", &value].concat())
}

/// A value as its kind has it in JSON; what is no value of its kind stays a text.
fn literal(kind: &FieldKind, text: &str) -> String {
    let fits = match kind {
        FieldKind::Number(_) | FieldKind::Slider(_) => {
            serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_number())
        }
        FieldKind::Boolean => matches!(text, "true" | "false"),
        _ => false,
    };
    if fits {
        text.trim().to_owned()
    } else {
        quoted(text)
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The names and texts of a JSON object.
///
/// # Errors
/// Why it is none.
pub(crate) fn read(json: &str) -> Result<Vec<(String, String)>, String> {
    let object: Map<String, Value> = serde_json::from_str(json).map_err(|why| why.to_string())?;
    let member = |(name, value)| match value {
        Value::Null => None,
        Value::String(text) => Some((name, text)),
        other => Some((name, other.to_string())),
    };
    Ok(object.into_iter().filter_map(member).collect())
}

#[cfg(test)]
mod tests;
