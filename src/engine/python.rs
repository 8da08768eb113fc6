//! Python's `int()`, `float()`, `bool()` and `str()` for JSON values, which ComfyUI applies to literals.

use serde_json::Value as Json;

/// Python's `int()`. Saturates at the range of an i128, which exceeds the bounds of every input.
pub(super) fn int(value: &Json) -> Result<i128, String> {
    match value {
        Json::Bool(flag) => Ok(i128::from(*flag)),
        Json::String(text) => text
            .trim()
            .parse()
            .map_err(|_| format!("invalid literal for int() with base 10: '{text}'")),
        Json::Number(number) => match number.to_string().parse::<i128>() {
            Ok(whole) => Ok(whole),
            // `as` saturates; infinity has no integer part.
            Err(_) => match number.as_f64() {
                Some(decimal) if decimal.is_finite() => Ok(decimal.trunc() as i128),
                _ => Err("cannot convert float infinity to integer".to_owned()),
            },
        },
        other => Err(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{}'",
            type_name(other)
        )),
    }
}

/// Python's `float()`, limited to finite numbers.
pub(super) fn float(value: &Json) -> Result<f64, String> {
    let number = match value {
        Json::Bool(flag) => Some(f64::from(u8::from(*flag))),
        Json::String(text) => text.trim().parse().ok(),
        Json::Number(number) => number.as_f64(),
        other => {
            let name = type_name(other);
            return Err(format!(
                "float() argument must be a string or a real number, not '{name}'"
            ));
        }
    };
    number
        .filter(|number| number.is_finite())
        .ok_or_else(|| format!("could not convert string to float: '{}'", str(value)))
}

/// Python's `bool()`.
pub(super) fn bool(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(flag) => *flag,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => !items.is_empty(),
        Json::Object(items) => !items.is_empty(),
    }
}

/// Python's `str()`; lists and objects become JSON.
pub(super) fn str(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        Json::Array(_) | Json::Object(_) => value.to_string(),
    }
}

fn type_name(value: &Json) -> &'static str {
    match value {
        Json::Null => "NoneType",
        Json::Array(_) => "list",
        Json::Object(_) => "dict",
        _ => "object",
    }
}
