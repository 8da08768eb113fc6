//! The text of a field error in the page's language. English shows the message of the check or the
//! deployment, which is more specific; other languages translate the kind of the error.

use crate::language::{is_english, written};
use crate::messages as say;
use api::ValidationItem;
use schema::{Bounds, Field, FieldKind, decimal};

/// The text of an error in the value `text`.
pub(super) fn error_text(error: &ValidationItem, field: &Field, text: &str) -> String {
    let translated = (!is_english()).then(|| translated(&error.kind, field));
    let message = translated.flatten().unwrap_or_else(|| error.msg.clone());
    if error.kind.ends_with("_parsing") && has_thousands_separator(text) {
        return say::ERROR_THOUSANDS.with(&[&message]);
    }
    let with_point = text.replacen(',', ".", 1);
    if error.kind == "float_parsing" && text != with_point && decimal(&with_point).is_some() {
        return say::ERROR_DECIMAL_COMMA.with(&[&message]);
    }
    message
}

/// Whether a text is a number with a thousands separator, which could also be a decimal separator.
fn has_thousands_separator(text: &str) -> bool {
    let is_digits =
        |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.trim().trim_start_matches(['+', '-']);
    let groups: Vec<&str> = text
        .split([',', '.', '\'', '’', ' ', '\u{a0}', '\u{202f}'])
        .collect();
    let [first, thousands, ..] = groups[..] else {
        return false;
    };
    first.len() <= 3 && thousands.len() == 3 && groups.iter().all(is_digits)
}

/// The translated text for a kind of error; `None` for an unknown kind.
fn translated(kind: &str, field: &Field) -> Option<String> {
    let message = match kind {
        "missing" if field.kind.accept().is_some() => say::ERROR_FILE_REQUIRED,
        "missing" => say::ERROR_REQUIRED,
        "too_many" => say::ERROR_ONE_VALUE,
        "image_format" => say::ERROR_IMAGE_FORMAT,
        "file_empty" => say::ERROR_FILE_EMPTY,
        "bool_parsing" => say::ERROR_BOOLEAN,
        "enum" => say::ERROR_CHOICE,
        "int_parsing" => say::ERROR_INTEGER,
        "float_parsing" => say::ERROR_NUMBER,
        "decimal_max_digits" => say::ERROR_DIGITS,
        _ => return with_limit(kind, &field.kind),
    };
    Some(message.now().to_owned())
}

/// The translated text for a kind of error that names the field's limit.
fn with_limit(error: &str, kind: &FieldKind) -> Option<String> {
    let bounds = match kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => bounds,
        _ => &Bounds::default(),
    };
    Some(match error {
        "file_type" => say::ERROR_FILE_TYPE.with(&[accepted_files(kind)?]),
        "greater_than_equal" => say::ERROR_MIN.with(&[&written(bounds.min.as_deref()?)]),
        "less_than_equal" => say::ERROR_MAX.with(&[&written(bounds.max.as_deref()?)]),
        "string_too_long" => match kind {
            FieldKind::Text {
                max_length: Some(max),
                ..
            } => say::ERROR_LENGTH.with(&[&max.to_string()]),
            _ => return None,
        },
        _ => return None,
    })
}

/// The kind of files that a field accepts.
fn accepted_files(kind: &FieldKind) -> Option<&str> {
    let word = match kind {
        FieldKind::Image => say::KIND_IMAGE,
        FieldKind::Video => say::KIND_VIDEO,
        FieldKind::Audio => say::KIND_AUDIO,
        other => return other.accept(),
    };
    Some(word.now())
}

#[cfg(test)]
mod tests;
