//! The check of a form text: its length, its number, its place among the options.

use std::cmp::Ordering;

use super::{Checked, Fault, missing};
use crate::schema::decimal::{NoDecimal, compare, parse};
use crate::schema::words::{cut, quoted};
use crate::schema::{Bounds, Field, FieldKind};

pub(super) fn check(field: &Field, text: &str) -> Checked {
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
        } => length(text, *max),
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => number(text, bounds),
        FieldKind::Boolean if boolean(text).is_none() => Err((
            "bool_parsing",
            format!("must be true or false, not {}", quoted(text)),
        )),
        FieldKind::Choice { options } if !options.iter().any(|option| option == text) => {
            Err(("enum", not_among(options, text)))
        }
        _ => Ok(()),
    }
}

fn not_among(options: &[String], text: &str) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = options
        .iter()
        .take(SHOWN)
        .map(|option| cut(option, 40))
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

fn length(text: &str, max: u32) -> Checked {
    let length = text.chars().count();
    if length > max as usize {
        return Err((
            "string_too_long",
            format!("must have at most {max} characters, not {length}"),
        ));
    }
    Ok(())
}

fn number(text: &str, bounds: &Bounds) -> Checked {
    let number = parse(text).map_err(|why| no_number(why, text, bounds))?;
    if bounds.integer && !number.is_integer() {
        return Err(no_number(NoDecimal::NotANumber, text, bounds));
    }
    if let Some(min) = &bounds.min
        && compare(Some(text), Some(min)) == Some(Ordering::Less)
    {
        return Err(("greater_than_equal", format!("must be at least {min}")));
    }
    if let Some(max) = &bounds.max
        && compare(Some(text), Some(max)) == Some(Ordering::Greater)
    {
        return Err(("less_than_equal", format!("must be at most {max}")));
    }
    Ok(())
}

fn no_number(why: NoDecimal, text: &str, bounds: &Bounds) -> Fault {
    let (kind, noun) = if bounds.integer {
        ("int_parsing", "whole number")
    } else {
        ("float_parsing", "number")
    };
    match why {
        NoDecimal::NotANumber => (kind, format!("must be a {noun}, not {}", quoted(text))),
        NoDecimal::TooLong => {
            let text = quoted(text);
            let msg = format!("must have at most 28 digits: {text}; round it");
            ("decimal_max_digits", msg)
        }
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
