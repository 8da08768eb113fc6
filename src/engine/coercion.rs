//! The coercion of a workflow's literals to an input's type, as in ComfyUI: `"65"` and 64.9 are valid
//! INTs, `"false"` is true. Knows nothing about links. Source: ComfyUI's `POST /prompt`.

use serde_json::Value as Json;

use super::input::{Input, InputKind};
use super::input_error::InputError;
use super::python_text::python_text;
use super::value::Value;
use workflow::python;

/// Coerces a literal to the type of this input.
pub(crate) fn coerce(input: &Input, given: &Json) -> Result<Value, InputError> {
    let value = given.get("__value__").unwrap_or(given);
    match &input.kind {
        InputKind::Link(_) => Ok(any(value)),
        InputKind::Int { min, max, .. } => int(input, value, *min, *max),
        InputKind::Float { min, max, .. } => float(input, value, *min, *max),
        InputKind::Text { .. } | InputKind::Color { .. } | InputKind::File(_) => {
            Ok(Value::Text(python_text(value).into()))
        }
        InputKind::Boolean { .. } => Ok(Value::Boolean(python::bool(value))),
        InputKind::Choice { options, .. } => choice(input, value, options),
        InputKind::Dynamic(options) => {
            let keys: Vec<&str> = options.iter().map(|option| option.key).collect();
            choice(input, value, &keys)
        }
    }
}

fn any(value: &Json) -> Value {
    match value {
        Json::String(text) => Value::Text(text.as_str().into()),
        Json::Bool(flag) => Value::Boolean(*flag),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, Some(decimal)) if decimal.is_finite() => Value::Float(decimal),
            _ => Value::Json(value.clone()),
        },
        other => Value::Json(other.clone()),
    }
}

fn int(input: &Input, value: &Json, min: i64, max: i64) -> Result<Value, InputError> {
    let number = python::int(value).map_err(|why| InputError::wrong_type(input, value, &why))?;
    check_bounds(input, value, number, i128::from(min), i128::from(max))?;
    i64::try_from(number)
        .map(Value::Int)
        .map_err(|_| InputError::wrong_type(input, value, "number too large"))
}

fn float(input: &Input, value: &Json, min: f64, max: f64) -> Result<Value, InputError> {
    let number = python::float(value).and_then(finite);
    let number = number.map_err(|why| InputError::wrong_type(input, value, &why))?;
    check_bounds(input, value, number, min, max)?;
    Ok(Value::Float(number))
}

fn finite(number: f64) -> Result<f64, String> {
    match number.is_finite() {
        true => Ok(number),
        false => Err(format!("{number} is not a finite number")),
    }
}

fn check_bounds<T: PartialOrd + std::fmt::Display>(
    input: &Input,
    value: &Json,
    number: T,
    min: T,
    max: T,
) -> Result<(), InputError> {
    let name = input.name.to_owned();
    if number < min {
        let message = format!("Value {number} smaller than min of {min}");
        return Err(InputError::of_value(
            input,
            value,
            "value_smaller_than_min",
            message,
            name,
        ));
    }
    if number > max {
        let message = format!("Value {number} bigger than max of {max}");
        return Err(InputError::of_value(
            input,
            value,
            "value_bigger_than_max",
            message,
            name,
        ));
    }
    Ok(())
}

fn choice(input: &Input, value: &Json, options: &[&str]) -> Result<Value, InputError> {
    match value {
        Json::String(text) if options.contains(&text.as_str()) => {
            Ok(Value::Text(text.as_str().into()))
        }
        _ => {
            let list: Vec<String> = options.iter().map(|option| format!("'{option}'")).collect();
            let details = format!(
                "{}: '{}' not in [{}]",
                input.name,
                python_text(value),
                list.join(", ")
            );
            Err(InputError::of_value(
                input,
                value,
                "value_not_in_list",
                "Value not in list",
                details,
            ))
        }
    }
}

#[cfg(test)]
mod tests;
