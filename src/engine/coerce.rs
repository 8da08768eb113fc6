//! Literals of a workflow turned into values, with ComfyUI's coercions: `"65"` is an INT, 64.9 too,
//! `"false"` is true. Knows nothing of links. Source: ComfyUI's `POST /prompt`.

use serde_json::{Map, Value as Json, json};

pub(crate) mod python;

use super::class::{Input, Kind};
use super::value::Value;

/// What is wrong with one input, in ComfyUI's words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// ComfyUI's `type` of it, `required_input_missing`.
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) details: String,
    /// `input_name`, `input_config`, `received_value` and what else ComfyUI adds.
    pub(crate) extra: Box<Map<String, Json>>,
}

impl Fault {
    pub(crate) fn new(
        kind: &'static str,
        message: impl Into<String>,
        details: impl Into<String>,
        extra: Json,
    ) -> Self {
        let extra = match extra {
            Json::Object(extra) => Box::new(extra),
            _ => Box::default(),
        };
        Self {
            kind,
            message: message.into(),
            details: details.into(),
            extra,
        }
    }

    /// A fault of one input's value.
    fn of(
        input: &Input,
        value: &Json,
        kind: &'static str,
        message: impl Into<String>,
        details: String,
    ) -> Self {
        let extra = json!({
            "input_name": input.name, "input_config": input.config(&[]), "received_value": value,
        });
        Self::new(kind, message, details, extra)
    }

    fn type_of(input: &Input, value: &Json, why: &str) -> Self {
        let message = format!(
            "Failed to convert an input value to a {} value",
            input.kind_name()
        );
        let details = format!("{}, {}, {why}", input.name, python::text(value));
        let mut fault = Self::of(input, value, "invalid_input_type", message, details);
        fault
            .extra
            .insert("exception_message".to_owned(), Json::from(why));
        fault
    }

    /// Its wire form.
    pub(crate) fn to_json(&self) -> Json {
        json!({ "type": self.kind, "message": self.message, "details": self.details, "extra_info": self.extra })
    }
}

/// The value that a literal is for this input.
pub(crate) fn literal(input: &Input, given: &Json) -> Result<Value, Fault> {
    let value = given.get("__value__").unwrap_or(given);
    match &input.kind {
        Kind::Link(_) => Ok(any(value)),
        Kind::Int { min, max, .. } => int(input, value, *min, *max),
        Kind::Float { min, max, .. } => float(input, value, *min, *max),
        Kind::Text { .. } | Kind::Color { .. } | Kind::File => Ok(Value::Text(python::text(value))),
        Kind::Boolean { .. } => Ok(Value::Boolean(python::truth(value))),
        Kind::Choice { options, .. } => choice(input, value, options),
    }
}

fn any(value: &Json) -> Value {
    match value {
        Json::String(text) => Value::Text(text.clone()),
        Json::Bool(flag) => Value::Boolean(*flag),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Value::Int(whole),
            (None, Some(decimal)) if decimal.is_finite() => Value::Float(decimal),
            _ => Value::Json(value.clone()),
        },
        other => Value::Json(other.clone()),
    }
}

fn int(input: &Input, value: &Json, min: i64, max: i64) -> Result<Value, Fault> {
    let number = python::whole(value).map_err(|why| Fault::type_of(input, value, &why))?;
    bounded(input, value, number, i128::from(min), i128::from(max))?;
    i64::try_from(number)
        .map(Value::Int)
        .map_err(|_| Fault::type_of(input, value, "number too large"))
}

fn float(input: &Input, value: &Json, min: f64, max: f64) -> Result<Value, Fault> {
    let number = python::decimal(value).map_err(|why| Fault::type_of(input, value, &why))?;
    bounded(input, value, number, min, max)?;
    Ok(Value::Float(number))
}

fn bounded<T: PartialOrd + std::fmt::Display>(
    input: &Input,
    value: &Json,
    number: T,
    min: T,
    max: T,
) -> Result<(), Fault> {
    let name = input.name.to_owned();
    if number < min {
        let message = format!("Value {number} smaller than min of {min}");
        return Err(Fault::of(
            input,
            value,
            "value_smaller_than_min",
            message,
            name,
        ));
    }
    if number > max {
        let message = format!("Value {number} bigger than max of {max}");
        return Err(Fault::of(
            input,
            value,
            "value_bigger_than_max",
            message,
            name,
        ));
    }
    Ok(())
}

fn choice(input: &Input, value: &Json, options: &[&str]) -> Result<Value, Fault> {
    match value {
        Json::String(text) if options.contains(&text.as_str()) => Ok(Value::Text(text.clone())),
        _ => {
            let list: Vec<String> = options.iter().map(|option| format!("'{option}'")).collect();
            let details = format!(
                "{}: '{}' not in [{}]",
                input.name,
                python::text(value),
                list.join(", ")
            );
            Err(Fault::of(
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
