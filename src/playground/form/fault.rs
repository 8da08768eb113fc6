//! What is wrong with a field, in the page's language. In English a check's and a deployment's own
//! words stand, which know more; in any other language the kind of the error is put into words.

use crate::api::ValidationItem;
use crate::playground::language::{is_english, written};
use crate::playground::messages as say;
use crate::schema::{Bounds, Field, FieldKind, decimal};

/// The words for a person who entered this text.
pub(super) fn words(item: &ValidationItem, field: &Field, text: &str) -> String {
    let foreign = (!is_english()).then(|| translated(&item.kind, field));
    let words = foreign.flatten().unwrap_or_else(|| item.msg.clone());
    if item.kind.ends_with("_parsing") && is_grouped(text) {
        return say::ERROR_THOUSANDS.with(&[&words]);
    }
    let pointed = text.replacen(',', ".", 1);
    if item.kind == "float_parsing" && text != pointed && decimal(&pointed).is_some() {
        return say::ERROR_DECIMAL_COMMA.with(&[&words]);
    }
    words
}

/// Whether a text is a number with a sign between its thousands, which may be that of the decimals.
fn is_grouped(text: &str) -> bool {
    let is_digits =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.trim().trim_start_matches(['+', '-']);
    let parts: Vec<&str> = text
        .split([',', '.', '\'', '’', ' ', '\u{a0}', '\u{202f}'])
        .collect();
    let [first, thousands, ..] = parts[..] else {
        return false;
    };
    first.len() <= 3 && thousands.len() == 3 && parts.iter().all(is_digits)
}

/// The files that a field takes, in a word.
fn takes(kind: &FieldKind) -> Option<&str> {
    let word = match kind {
        FieldKind::Image => say::KIND_IMAGE,
        FieldKind::Video => say::KIND_VIDEO,
        FieldKind::Audio => say::KIND_AUDIO,
        other => return other.accept(),
    };
    Some(word.now())
}

/// The words for a kind of error; `None` for one that is not known.
fn translated(kind: &str, field: &Field) -> Option<String> {
    let bounds = match &field.kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => bounds,
        _ => &Bounds::default(),
    };
    let message = match kind {
        "missing" if field.kind.accept().is_some() => say::ERROR_FILE_REQUIRED,
        "missing" => say::ERROR_REQUIRED,
        "too_many" => say::ERROR_ONE_VALUE,
        "file_empty" => say::ERROR_FILE_EMPTY,
        "bool_parsing" => say::ERROR_BOOLEAN,
        "enum" => say::ERROR_CHOICE,
        "int_parsing" => say::ERROR_INTEGER,
        "float_parsing" => say::ERROR_NUMBER,
        "decimal_max_digits" => say::ERROR_DIGITS,
        "file_type" => return Some(say::ERROR_FILE_TYPE.with(&[takes(&field.kind)?])),
        "greater_than_equal" => {
            return Some(say::ERROR_MIN.with(&[&written(bounds.min.as_deref()?)]));
        }
        "less_than_equal" => {
            return Some(say::ERROR_MAX.with(&[&written(bounds.max.as_deref()?)]));
        }
        "string_too_long" => match field.kind {
            FieldKind::Text {
                max_length: Some(max),
                ..
            } => {
                return Some(say::ERROR_LENGTH.with(&[&max.to_string()]));
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(message.now().to_owned())
}

#[cfg(test)]
mod tests {
    use super::is_grouped;

    #[test]
    fn thousands_are_told_from_decimals() {
        for text in ["1,024", "1.024", "-12 345", "1,234,567.5", "1’000"] {
            assert!(is_grouped(text), "{text}");
        }
        for text in ["", "1024", "1,5", "1.5", "a,bcd", "1,", "1234,567"] {
            assert!(!is_grouped(text), "{text}");
        }
    }
}
