//! Converts a value to the type of the input that it feeds: a marker node does not say which one that is, and an
//! engine takes the text `false` for true and 64.9 for 64. Does not know fields.
//! Source: ComfyUI's `validate_inputs`.

use rust_decimal::Decimal;
use serde_json::{Number, Value};

use crate::classes::{ClassInput, InputKind};
use crate::file_option::file_option;
use crate::model_link::ModelLink;
use crate::models;
use crate::problem::short;

/// How many options a message names.
const NAMED: usize = 10;

/// A value that does not fit an input that it feeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The key of the value among the run's values.
    pub key: String,
    /// What is wrong with it.
    pub message: String,
    /// The kind of error, as in other checks of values.
    pub kind: &'static str,
}

/// Why a value does not fit: message and kind.
pub(super) type Reason = (String, &'static str);

/// What messages about a missing model need besides its input.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The class of the node.
    pub(super) class: &'a str,
    /// The links of the workflow's models.
    pub(super) links: &'a [ModelLink],
}

/// The value as the input takes it; `None` if the input is left out.
pub(super) fn fitted(
    value: &Value,
    input: &ClassInput,
    place: Place<'_>,
) -> Result<Option<Value>, Reason> {
    let takes_text = matches!(input.kind, InputKind::Text | InputKind::Other(_));
    if !takes_text && value.as_str().is_some_and(|text| text.trim().is_empty()) {
        return without_value(input);
    }
    let fitted = match &input.kind {
        InputKind::Text => Some(Value::from(plain_text(value).unwrap_or_default())),
        InputKind::Integer => integer(value),
        InputKind::Float => number(value),
        InputKind::Boolean => flag(value),
        InputKind::Choice(options) if models::is_closed(input) => {
            return option(value, options, input, place).map(Some);
        }
        _ => Some(value.clone()),
    };
    let wrong = || match input.kind {
        InputKind::Integer => ("a whole number", "int_parsing"),
        InputKind::Float => ("a number", "float_parsing"),
        _ => ("true or false", "bool_parsing"),
    };
    match fitted {
        Some(fitted) => in_range(&fitted, input).map(|()| Some(fitted)),
        None => {
            let (noun, kind) = wrong();
            let given = short(&plain_text(value).unwrap_or_default());
            Err((format!("must be {noun}, not “{given}”"), kind))
        }
    }
}

/// Checks a number against the bounds of its input. Those that are no decimal numbers are left to the engine.
fn in_range(value: &Value, input: &ClassInput) -> Result<(), Reason> {
    if !matches!(input.kind, InputKind::Integer | InputKind::Float) {
        return Ok(());
    }
    let decimal = |value: &Value| value.as_number()?.as_str().parse::<Decimal>().ok();
    let bound = |name: &str| input.settings.get(name);
    let Some(number) = decimal(value) else {
        return Ok(());
    };
    if let Some(least) = bound("min").filter(|min| decimal(min).is_some_and(|min| number < min)) {
        let message = format!("must be at least {least}, not {value}");
        return Err((message, "greater_than_equal"));
    }
    if let Some(most) = bound("max").filter(|max| decimal(max).is_some_and(|max| number > max)) {
        let message = format!("must be at most {most}, not {value}");
        return Err((message, "less_than_equal"));
    }
    Ok(())
}

/// An empty value: the input keeps its default, or else is left out.
fn without_value(input: &ClassInput) -> Result<Option<Value>, Reason> {
    match (input.is_required, input.default()) {
        (true, Some(default)) => Ok(Some(default.clone())),
        (true, None) => {
            let message = format!("required: the input `{}` has no default", input.name);
            Err((message, "missing"))
        }
        (false, _) => Ok(None),
    }
}

fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    }
}

/// A number with all its digits.
fn number(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => text.trim().parse::<Number>().ok().map(Value::Number),
        other => Some(other.clone()),
    }
}

fn integer(value: &Value) -> Option<Value> {
    let number = number(value)?;
    let Value::Number(digits) = &number else {
        return Some(number);
    };
    let digits = digits.to_string();
    let whole = match digits.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
        _ => &digits,
    };
    let is_whole = whole
        .trim_start_matches('-')
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    is_whole.then(|| whole.parse().ok().map(Value::Number))?
}

fn flag(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        other => boolean(&plain_text(other)?).map(Value::Bool),
    }
}

/// The option that has the text of the value, or means the same file.
fn option(
    value: &Value,
    options: &[Value],
    input: &ClassInput,
    place: Place<'_>,
) -> Result<Value, Reason> {
    let model = value.as_str().filter(|name| models::is_model(name));
    if options.contains(value) {
        return Ok(value.clone());
    }
    let texts = options.iter().filter_map(Value::as_str);
    if let Some(option) = value.as_str().and_then(|name| file_option(texts, name)) {
        return Ok(Value::from(option));
    }
    if let Some(name) = model {
        let missing = models::Missing::new(name, (place.class, &input.name), options, place.links);
        return Err((missing.message(), models::MISSING_MODEL));
    }
    let given = plain_text(value);
    let same = options.iter().find(|option| plain_text(option) == given);
    same.cloned().ok_or_else(|| {
        let given = given.unwrap_or_default();
        (not_an_option(options, &given), "enum")
    })
}

fn not_an_option(options: &[Value], given: &str) -> String {
    if options.is_empty() {
        return format!("has no options, so it cannot be “{}”", short(given));
    }
    let named = options.iter().filter_map(plain_text).take(NAMED);
    let named: Vec<String> = named.map(|option| short(&option)).collect();
    let more = match options.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "must be one of {}{more}, not “{}”",
        named.join(", "),
        short(given)
    )
}

/// Reads a text as a boolean.
pub fn boolean(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Some(true),
        "false" | "0" | "off" | "no" => Some(false),
        _ => None,
    }
}
