//! Checks a form text: its length, whether it is a boolean or one of the options. Numbers are checked
//! in `number`.

use super::number::check_number;
use super::required::missing;
use crate::field::Field;
use crate::field_error::FieldError;
use crate::kind::FieldKind;
use crate::truncate::{quoted, truncated};
use workflow::file_option;
use workflow::lower::boolean;

pub(super) fn check(field: &Field, text: &str) -> Result<(), FieldError> {
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
        } => check_length(field, text, *max),
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => check_number(field, text, bounds),
        FieldKind::Boolean if boolean(text).is_none() => {
            let message = format!("must be true or false, not {}", quoted(text));
            Err(FieldError::new(field, "bool_parsing", message))
        }
        FieldKind::Choice { options } if !is_option(options, text) => {
            Err(FieldError::new(field, "enum", not_an_option(options, text)))
        }
        FieldKind::Text { .. } | FieldKind::Boolean | FieldKind::Choice { .. } => Ok(()),
        FieldKind::Image | FieldKind::Video | FieldKind::Audio | FieldKind::File { .. } => Ok(()),
    }
}

/// Whether a text is one of the options, or means the file of one.
fn is_option(options: &[String], text: &str) -> bool {
    file_option(options.iter().map(String::as_str), text).is_some()
}

fn not_an_option(options: &[String], text: &str) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = options
        .iter()
        .take(SHOWN)
        .map(|option| truncated(option, 40))
        .collect();
    let more = match options.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "must be one of {}{more}, not {}",
        shown.join(", "),
        quoted(text)
    )
}

fn check_length(field: &Field, text: &str, max: u32) -> Result<(), FieldError> {
    let length = text.chars().count();
    if length > max as usize {
        let message = format!("must have at most {max} characters, not {length}");
        return Err(FieldError::new(field, "string_too_long", message));
    }
    Ok(())
}
