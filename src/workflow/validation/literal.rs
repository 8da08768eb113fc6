//! Whether an input takes a literal: ComfyUI converts it to the type of the input, and then applies bounds and
//! options. Does not know links.
//! Source: `validate_inputs` in ComfyUI's `execution.py`.

use std::cmp::Ordering;

use serde_json::Value;

use super::fault::{FaultKind, Refusal};
use super::own_checks;
use crate::classes::{ClassInput, InputKind};
use crate::problem::short;
use crate::python::{self, Number};

/// The member of an object that is the value. A list is wrapped like this, because it would be a link otherwise.
const WRAPPED: &str = "__value__";
/// How many options a message names.
const NAMED: usize = 10;

/// Whether an input of a node of this class takes a literal.
pub fn takes(class: &str, input: &ClassInput, given: &Value) -> bool {
    check(class, input, given).is_ok()
}

/// Checks a literal of an input of a node of this class.
pub(super) fn check(class: &str, input: &ClassInput, given: &Value) -> Result<(), Refusal> {
    let value = given.get(WRAPPED).unwrap_or(given);
    let converted = converted(input, value)?;
    if own_checks::checks_value(class, input) {
        return Ok(());
    }
    check_bounds(input, value, converted)?;
    match &input.kind {
        InputKind::Choice(options) => check_option(input, value, options),
        _ => Ok(()),
    }
}

/// The number that a literal becomes; `None` if it becomes something else.
fn converted(input: &ClassInput, value: &Value) -> Result<Option<Number>, Refusal> {
    let wrong = |noun, code| wrong_type(FaultKind::InvalidInputType, noun, code, value);
    match input.kind {
        InputKind::Integer => {
            let whole =
                python::int(value).map_err(|_| wrong("a whole number", "input_not_whole"))?;
            Ok(Some(Number::Int(whole)))
        }
        InputKind::Float => {
            let float = python::float(value).map_err(|_| wrong("a number", "input_not_number"))?;
            Ok(Some(Number::Float(float)))
        }
        InputKind::Boolean => Ok(Some(Number::Int(i128::from(python::bool(value))))),
        InputKind::Text => Ok(None),
        _ => Ok(Number::of(value)),
    }
}

fn wrong_type(kind: FaultKind, noun: &str, code: &'static str, value: &Value) -> Refusal {
    let given = shown(value);
    let message = format!("must be {noun}, not {given}");
    Refusal::new(kind, code, [given], message)
}

fn check_bounds(
    input: &ClassInput,
    value: &Value,
    converted: Option<Number>,
) -> Result<(), Refusal> {
    let bounds = [
        (
            "min",
            Ordering::Less,
            FaultKind::ValueSmallerThanMin,
            "at least",
            "input_min",
        ),
        (
            "max",
            Ordering::Greater,
            FaultKind::ValueBiggerThanMax,
            "at most",
            "input_max",
        ),
    ];
    for (setting, outside, kind, words, code) in bounds {
        let Some(bound) = input.settings.get(setting) else {
            continue;
        };
        let Some(limit) = Number::of(bound) else {
            continue;
        };
        // Python raises an exception where it compares something else with a number.
        let Some(number) = converted else {
            let kind = FaultKind::IncomparableValue;
            return Err(wrong_type(kind, "a number", "input_not_number", value));
        };
        if number.compare(limit) == Some(outside) {
            let args = [bound.to_string(), shown(value)];
            let message = format!("must be {words} {bound}, not {}", shown(value));
            return Err(Refusal::new(kind, code, args, message));
        }
    }
    Ok(())
}

fn check_option(input: &ClassInput, value: &Value, options: &[Value]) -> Result<(), Refusal> {
    let is_option = |value: &Value| options.iter().any(|option| python::equal(option, value));
    let refused = match value {
        Value::Array(values) if input.settings.get("multiselect") == Some(&Value::Bool(true)) => {
            values.iter().find(|value| !is_option(value))
        }
        value => Some(value).filter(|value| !is_option(value)),
    };
    refused.map_or(Ok(()), |value| Err(not_an_option(options, value)))
}

fn not_an_option(options: &[Value], value: &Value) -> Refusal {
    let kind = FaultKind::ValueNotInList;
    let given = shown(value);
    if options.is_empty() {
        let message = format!("has no options, so it cannot be {given}");
        return Refusal::new(kind, "input_without_options", [given], message);
    }
    let named: Vec<String> = options.iter().take(NAMED).map(text).collect();
    let named = named.join(", ");
    let more = match options.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!("must be one of {named}{more}, not {given}");
    Refusal::new(kind, "input_options", [named, given], message)
}

/// A value in a message: texts are quoted.
fn shown(value: &Value) -> String {
    match value {
        Value::String(_) => format!("“{}”", text(value)),
        Value::Null => "empty".to_owned(),
        other => text(other),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => short(text),
        other => short(&other.to_string()),
    }
}
