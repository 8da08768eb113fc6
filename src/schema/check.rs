//! The check of values against a schema: the same in the page, the package and the service.
//! Messages and types follow the contract's validation error item (section 2.5).

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Bounds, Field, FieldKind, InputSchema};

/// A value given for a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Form text.
    Text(String),
    /// A file; its bytes stay where they are.
    File(FileInfo),
}

/// What a check needs to know of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInfo {
    /// The name it came with.
    pub name: String,
    /// Its content type, as the sender says.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
}

/// What is wrong with one field's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// The field's name.
    pub field: String,
    /// What is wrong, in words for the person who typed it.
    pub msg: String,
    /// The kind of error, in pydantic's names (`missing`, `int_parsing`, …).
    #[serde(rename = "type")]
    pub kind: String,
}

/// Checks values against a schema; an empty list means that they will do. Names the schema does
/// not know pass: the contract permits additional fields.
pub fn check(schema: &InputSchema, values: &[(String, Input)]) -> Vec<FieldError> {
    schema
        .fields
        .iter()
        .filter_map(|field| check_field(field, values))
        .collect()
}

fn check_field(field: &Field, values: &[(String, Input)]) -> Option<FieldError> {
    let given: Vec<&Input> = values
        .iter()
        .filter(|(name, _)| *name == field.name)
        .map(|(_, value)| value)
        .collect();
    let result = match given.as_slice() {
        [] if field.required && field.default.is_none() => Err(missing(field)),
        [] => Ok(()),
        [value] => check_value(field, value),
        several if field.multiple => several
            .iter()
            .try_for_each(|value| check_value(field, value)),
        _ => Err((
            "too_many",
            "takes one value; it was given several".to_owned(),
        )),
    };
    let (kind, msg) = result.err()?;
    Some(FieldError {
        field: field.name.clone(),
        msg,
        kind: kind.to_owned(),
    })
}

type Checked = Result<(), (&'static str, String)>;

fn missing(field: &Field) -> (&'static str, String) {
    let what = match field.kind {
        FieldKind::Image => "choose an image",
        FieldKind::Video => "choose a video",
        FieldKind::Audio => "choose an audio file",
        FieldKind::File { .. } => "choose a file",
        FieldKind::Choice { .. } => "choose one of the options",
        FieldKind::Number(_) | FieldKind::Slider(_) => "enter a number",
        FieldKind::Text { .. } => "enter a text",
        FieldKind::Boolean => "say yes or no",
    };
    ("missing", format!("required: {what}"))
}

fn check_value(field: &Field, value: &Input) -> Checked {
    match (value, field.kind.accept()) {
        (Input::File(file), Some(accept)) => check_file(field, file, accept),
        (Input::Text(text), None) => check_text(field, text),
        (Input::Text(text), Some(_)) if text.is_empty() => match field.required {
            true => Err(missing(field)),
            false => Ok(()),
        },
        (Input::Text(_), Some(accept)) => Err((
            "file_type",
            format!("takes a file ({accept}); it was given text"),
        )),
        (Input::File(_), None) => Err((
            "string_type",
            format!("takes {}; it was given a file", field.kind.name()),
        )),
    }
}

fn check_file(field: &Field, file: &FileInfo, accept: &str) -> Checked {
    // A browser sends an untouched file input as a nameless, empty file.
    if file.name.is_empty() && file.size == 0 {
        return if field.required {
            Err(missing(field))
        } else {
            Ok(())
        };
    }
    let family = accept.trim_end_matches('*');
    let given = file.content_type.to_ascii_lowercase();
    // A file of no known type may be anything: whoever has its bytes decides.
    let unknown = matches!(given.as_str(), "" | "application/octet-stream");
    if !unknown && accept != "*/*" && !given.starts_with(family) {
        return Err((
            "file_type",
            format!("takes {accept}; “{}” is {given}", file.name),
        ));
    }
    if file.size == 0 {
        return Err((
            "file_empty",
            format!("“{}” is empty; choose another file", file.name),
        ));
    }
    Ok(())
}

fn check_text(field: &Field, text: &str) -> Checked {
    if text.trim().is_empty() && field.required {
        return Err(missing(field));
    }
    if text.is_empty() {
        return Ok(());
    }
    match &field.kind {
        FieldKind::Text {
            max_length: Some(max),
            ..
        } => check_length(text, *max),
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => check_number(text, bounds),
        FieldKind::Boolean if boolean(text).is_none() => Err((
            "bool_parsing",
            format!("must be true or false, not {}", quoted(text)),
        )),
        FieldKind::Choice { options } if !options.iter().any(|option| option == text) => Err((
            "enum",
            format!(
                "must be one of {}, not {}",
                options.join(", "),
                quoted(text)
            ),
        )),
        _ => Ok(()),
    }
}

fn check_length(text: &str, max: u32) -> Checked {
    let length = text.chars().count();
    if length > max as usize {
        return Err((
            "string_too_long",
            format!("takes at most {max} characters; this has {length}"),
        ));
    }
    Ok(())
}

fn check_number(text: &str, bounds: &Bounds) -> Checked {
    let (kind, noun) = if bounds.integer {
        ("int_parsing", "whole number")
    } else {
        ("float_parsing", "number")
    };
    let number =
        decimal(text).ok_or_else(|| (kind, format!("must be a {noun}, not {}", quoted(text))))?;
    if bounds.integer && !number.is_integer() {
        return Err((kind, format!("must be a {noun}, not {}", quoted(text))));
    }
    if let Some(min) = bounds
        .min
        .as_deref()
        .filter(|min| decimal(min).is_some_and(|min| number < min))
    {
        return Err(("greater_than_equal", format!("must be at least {min}")));
    }
    if let Some(max) = bounds
        .max
        .as_deref()
        .filter(|max| decimal(max).is_some_and(|max| number > max))
    {
        return Err(("less_than_equal", format!("must be at most {max}")));
    }
    Ok(())
}

/// What a person typed, cut to a length that fits a message.
fn quoted(text: &str) -> String {
    let mut cut: String = text.chars().take(40).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    format!("“{cut}”")
}

/// The exact decimal that a text says: up to 28 digits, with or without an exponent.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    let text = text.trim();
    if !text
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E'))
    {
        return None;
    }
    if text.contains(['e', 'E']) {
        Decimal::from_scientific(text).ok()
    } else {
        Decimal::from_str_exact(text).ok()
    }
}

/// The boolean that a form text says.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Some(true),
        "false" | "0" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// The order of two decimal texts, where both are numbers.
pub(crate) fn compare(left: Option<&str>, right: Option<&str>) -> Option<Ordering> {
    Some(decimal(left?)?.cmp(&decimal(right?)?))
}
