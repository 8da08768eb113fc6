//! Checks a number: its digits, whether it is whole, and its bounds.

use std::cmp::Ordering;

use crate::decimal::{DecimalError, compare, parse};
use crate::field::Field;
use crate::field_error::FieldError;
use crate::kind::Bounds;
use crate::truncate::quoted;

pub(super) fn check_number(field: &Field, text: &str, bounds: &Bounds) -> Result<(), FieldError> {
    let invalid = |error| {
        let (kind, message) = invalid_number(error, text, bounds);
        FieldError::new(field, kind, message)
    };
    let number = parse(text).map_err(invalid)?;
    if bounds.integer && !number.is_integer() {
        return Err(invalid(DecimalError::NotANumber));
    }
    if let Some(min) = &bounds.min
        && compare(Some(text), Some(min)) == Some(Ordering::Less)
    {
        let message = format!("must be at least {min}");
        return Err(FieldError::new(field, "greater_than_equal", message));
    }
    if let Some(max) = &bounds.max
        && compare(Some(text), Some(max)) == Some(Ordering::Greater)
    {
        let message = format!("must be at most {max}");
        return Err(FieldError::new(field, "less_than_equal", message));
    }
    Ok(())
}

fn invalid_number(error: DecimalError, text: &str, bounds: &Bounds) -> (&'static str, String) {
    let (kind, noun) = if bounds.integer {
        ("int_parsing", "whole number")
    } else {
        ("float_parsing", "number")
    };
    match error {
        DecimalError::NotANumber => (kind, format!("must be a {noun}, not {}", quoted(text))),
        DecimalError::TooLong => {
            let text = quoted(text);
            let msg = format!("must have at most 28 digits: {text}; round it");
            ("decimal_max_digits", msg)
        }
    }
}
