//! What is wrong with a field, in the page's language. In English a check's and a deployment's own
//! words stand, which know more; in any other language the kind of the error is put into words.

use crate::api::ValidationItem;
use crate::playground::language::{is_english, written};
use crate::playground::messages as say;
use crate::schema::{Bounds, Field, FieldKind};

/// The words for a person.
pub(super) fn words(item: &ValidationItem, field: &Field) -> String {
    if is_english() {
        return item.msg.clone();
    }
    translated(&item.kind, field).unwrap_or_else(|| item.msg.clone())
}

/// The words for a kind of error; `None` for one that is not known.
fn translated(kind: &str, field: &Field) -> Option<String> {
    let bounds = match &field.kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => bounds,
        _ => &Bounds::default(),
    };
    let message = match kind {
        "missing" if field.kind.accept().is_some() => say::FAULT_MISSING_FILE,
        "missing" => say::FAULT_MISSING,
        "too_many" => say::FAULT_TOO_MANY,
        "file_empty" => say::FAULT_FILE_EMPTY,
        "bool_parsing" => say::FAULT_BOOLEAN,
        "enum" => say::FAULT_CHOICE,
        "int_parsing" => say::FAULT_INTEGER,
        "float_parsing" => say::FAULT_NUMBER,
        "decimal_max_digits" => say::FAULT_DIGITS,
        "file_type" => return Some(say::FAULT_FILE.with(&[field.kind.accept()?])),
        "greater_than_equal" => {
            return Some(say::FAULT_LEAST.with(&[&written(bounds.min.as_deref()?)]));
        }
        "less_than_equal" => {
            return Some(say::FAULT_MOST.with(&[&written(bounds.max.as_deref()?)]));
        }
        "string_too_long" => match field.kind {
            FieldKind::Text {
                max_length: Some(max),
                ..
            } => {
                return Some(say::FAULT_LONG.with(&[&max.to_string()]));
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(message.now().to_owned())
}
