//! Number fields and their bounds, to the digit.

use std::cmp::Ordering;

use rust_decimal::Decimal;
use serde_json::Value;

use super::field_reader::FieldReader;
use super::merged_schema::MergedSchema;
use crate::decimal::{compare, decimal};
use crate::kind::{Bounds, FieldKind};

/// A number field, or a slider if our extension declares one.
pub(super) fn kind(
    reader: &FieldReader<'_, '_>,
    schema: &MergedSchema<'_>,
    integer: bool,
) -> FieldKind {
    let step = schema.own("step").and_then(Value::as_str);
    let step = step
        .filter(|step| decimal(step).is_some())
        .map(str::to_owned);
    let bounds = Bounds {
        integer,
        min: end(reader, schema, &LOWER, integer),
        max: end(reader, schema, &UPPER, integer),
        step: step.or_else(|| literal(reader, schema, "multipleOf")),
    };
    if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
        reader.problem("its minimum is greater than its maximum, so no value is valid");
    }
    let slider = schema.own("kind").and_then(Value::as_str) == Some("slider");
    // A slider needs both bounds.
    if slider && bounds.min.is_some() && bounds.max.is_some() {
        FieldKind::Slider(bounds)
    } else {
        FieldKind::Number(bounds)
    }
}

/// The keywords for one end of a range.
struct End {
    inclusive: &'static str,
    exclusive: &'static str,
    /// How the tighter of two bounds compares to the other.
    tighter: Ordering,
    /// The nearest whole number within an exclusive bound.
    within: fn(Decimal) -> Option<Decimal>,
}

const LOWER: End = End {
    inclusive: "minimum",
    exclusive: "exclusiveMinimum",
    tighter: Ordering::Greater,
    within: |bound| bound.floor().checked_add(Decimal::ONE),
};

const UPPER: End = End {
    inclusive: "maximum",
    exclusive: "exclusiveMaximum",
    tighter: Ordering::Less,
    within: |bound| bound.ceil().checked_sub(Decimal::ONE),
};

/// One end of a number's range. For whole numbers, an exclusive bound becomes the nearest number within
/// it. For decimals, the bound itself is kept, and the server rejects it.
fn end(
    reader: &FieldReader<'_, '_>,
    schema: &MergedSchema<'_>,
    end: &End,
    integer: bool,
) -> Option<String> {
    let inclusive = literal(reader, schema, end.inclusive);
    let within = |bound: String| match integer {
        true => Some((end.within)(decimal(&bound)?)?.normalize().to_string()),
        false => Some(bound),
    };
    match schema.get(end.exclusive) {
        None | Some(Value::Bool(false)) => inclusive,
        // In OpenAPI 3.0, a boolean makes the other bound exclusive.
        Some(Value::Bool(true)) => inclusive.and_then(within),
        Some(_) => {
            let exclusive = literal(reader, schema, end.exclusive).and_then(within);
            match compare(exclusive.as_deref(), inclusive.as_deref()) {
                Some(order) if order != end.tighter => inclusive,
                _ => exclusive.or(inclusive),
            }
        }
    }
}

/// The digits of a keyword's number.
fn literal(reader: &FieldReader<'_, '_>, schema: &MergedSchema<'_>, word: &str) -> Option<String> {
    let digits = match schema.get(word)? {
        Value::Null => return None,
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let is_valid = decimal(&digits).is_some();
    if !is_valid {
        reader.problem(&format!(
            "its `{word}` is not a number of at most 28 digits"
        ));
    }
    is_valid.then_some(digits)
}
