//! Checks the values of a whole form, field by field.

use std::collections::HashMap;

use super::required::missing;
use super::{additional, assignment, file, text, visibility};
use crate::additional::Additional;
use crate::field::Field;
use crate::field_error::FieldError;
use crate::input_schema::InputSchema;
use crate::value::FieldValue;

/// Checks values against a schema; an empty list means that all are valid. Names unknown to the
/// schema pass, and so do values of fields that are not visible: nothing uses them. The contract permits additional fields. Each value of a field that takes several
/// is checked, under its own name and under `name_0`, `name_1`, ….
pub fn check(schema: &InputSchema, values: &[(String, FieldValue)]) -> Vec<FieldError> {
    check_with(schema, &[], values)
}

/// [`check`], with additional fields whose values are checked by their declared kind.
pub fn check_with(
    schema: &InputSchema,
    additional: &[Additional],
    values: &[(String, FieldValue)],
) -> Vec<FieldError> {
    let (more, mut name_errors) = additional::fields(schema, additional);
    let fields: Vec<&Field> = schema.fields.iter().chain(&more).collect();
    let texts: HashMap<&str, &str> = texts(values).collect();
    let hidden = visibility::hidden(&schema.fields, |name| texts.get(name).copied());
    let values = assignment::by_field(&fields, values);
    let errors = fields.iter().zip(values);
    let errors = errors.filter(|(field, _)| !hidden.contains(field.name.as_str()));
    let mut errors: Vec<FieldError> = errors
        .flat_map(|(field, values)| check_field(field, &values))
        .collect();
    errors.append(&mut name_errors);
    errors
}

fn texts(values: &[(String, FieldValue)]) -> impl Iterator<Item = (&str, &str)> {
    values.iter().filter_map(|(name, value)| match value {
        FieldValue::Text(text) => Some((name.as_str(), text.as_str())),
        FieldValue::File(_) => None,
    })
}

fn check_field(field: &Field, values: &[&FieldValue]) -> Vec<FieldError> {
    match values {
        [] if field.required && field.default.is_none() => vec![missing(field)],
        [] => Vec::new(),
        [value] => check_value(field, value).err().into_iter().collect(),
        several if field.multiple => check_several(field, several),
        _ => {
            let message = "must be a single value, not several";
            vec![FieldError::new(field, "too_many", message)]
        }
    }
}

/// Checks each of several values; its position is part of the message.
fn check_several(field: &Field, several: &[&FieldValue]) -> Vec<FieldError> {
    let count = several.len();
    let errors = several.iter().enumerate().filter_map(|(index, value)| {
        let error = check_value(field, value).err()?;
        let msg = format!("value {} of {count}: {}", index + 1, error.msg);
        Some(FieldError { msg, ..error })
    });
    errors.collect()
}

/// Checks one value of a field.
///
/// # Errors
/// What is wrong with it.
pub fn check_value(field: &Field, value: &FieldValue) -> Result<(), FieldError> {
    match (value, field.kind.accept()) {
        (FieldValue::File(file), Some(accept)) => file::check(field, file, accept),
        (FieldValue::Text(text), None) => text::check(field, text),
        (FieldValue::Text(text), Some(_)) if text.is_empty() => match field.required {
            true => Err(missing(field)),
            false => Ok(()),
        },
        (FieldValue::Text(_), Some(accept)) => Err(FieldError::new(
            field,
            "file_type",
            format!("must be a file ({accept}), not text"),
        )),
        (FieldValue::File(_), None) => Err(FieldError::new(
            field,
            "string_type",
            format!("must be a {} value, not a file", field.kind.name()),
        )),
    }
}
