//! Python's `int()`, `float()`, `bool()` and its comparisons, for JSON values. ComfyUI applies them to the
//! literals of a prompt. Knows no node.

use std::cmp::Ordering;

use serde_json::Value;

/// The most digits of a text that Python converts to an integer.
const MAX_DIGITS: usize = 4300;

/// A number of Python.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// An integer. Saturates at the range of an i128, which exceeds the bounds of every input.
    Int(i128),
    /// A float.
    Float(f64),
}

impl Number {
    /// The number that a JSON value is; `True` and `False` are numbers, too.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(flag) => Some(Self::Int(i128::from(*flag))),
            Value::Number(number) => Some(of_digits(&number.to_string())),
            _ => None,
        }
    }

    /// Compares two numbers; an integer with a float without rounding it.
    pub(crate) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Int(own), Self::Int(other)) => Some(own.cmp(&other)),
            (Self::Float(own), Self::Float(other)) => own.partial_cmp(&other),
            (Self::Int(own), Self::Float(other)) => compare_with_float(own, other),
            (Self::Float(own), Self::Int(other)) => {
                compare_with_float(other, own).map(Ordering::reverse)
            }
        }
    }
}

fn compare_with_float(whole: i128, float: f64) -> Option<Ordering> {
    if !float.is_finite() {
        return 0.0.partial_cmp(&float);
    }
    // `as` saturates, and a float of that size has no fraction.
    let by_fraction = 0.0.partial_cmp(&float.fract())?;
    Some(whole.cmp(&(float.trunc() as i128)).then(by_fraction))
}

/// A number of JSON: it is a float if it has a point or an exponent.
fn of_digits(digits: &str) -> Number {
    if digits.contains(['.', 'e', 'E']) {
        return Number::Float(digits.parse().unwrap_or(f64::INFINITY));
    }
    Number::Int(whole(digits).unwrap_or_default())
}

/// Digits with a sign.
fn whole(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let most = match text.starts_with('-') {
        true => i128::MIN,
        false => i128::MAX,
    };
    is_number.then(|| text.parse().unwrap_or(most))
}

/// Python's `int()`.
///
/// # Errors
/// The text of Python's exception.
pub fn int(value: &Value) -> Result<i128, String> {
    if let Value::String(text) = value {
        let plain = without_underscores(text.trim());
        let plain = plain.filter(|plain| plain.len() <= MAX_DIGITS);
        return plain
            .and_then(|plain| whole(&plain))
            .ok_or_else(|| format!("invalid literal for int() with base 10: '{text}'"));
    }
    match Number::of(value) {
        Some(Number::Int(whole)) => Ok(whole),
        Some(Number::Float(float)) if float.is_finite() => Ok(float.trunc() as i128),
        Some(Number::Float(_)) => Err("cannot convert float infinity to integer".to_owned()),
        None => Err(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{}'",
            type_name(value)
        )),
    }
}

/// Python's `float()`.
///
/// # Errors
/// The text of Python's exception.
pub fn float(value: &Value) -> Result<f64, String> {
    if let Value::String(text) = value {
        let plain = without_underscores(text.trim());
        return plain
            .and_then(|plain| plain.parse().ok())
            .ok_or_else(|| format!("could not convert string to float: '{text}'"));
    }
    match (Number::of(value), value) {
        (Some(Number::Float(float)), _) => Ok(float),
        (Some(Number::Int(_)), Value::Number(digits)) => match digits.to_string().parse() {
            Ok(float) if f64::is_finite(float) => Ok(float),
            _ => Err("int too large to convert to float".to_owned()),
        },
        (Some(Number::Int(flag)), _) => Ok(flag as f64),
        (None, _) => Err(format!(
            "float() argument must be a string or a real number, not '{}'",
            type_name(value)
        )),
    }
}

/// The text of a number without underscores, which Python allows between two digits; `None` if one is elsewhere.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_digit = |at: Option<usize>| {
        let byte = at.and_then(|at| bytes.get(at));
        byte.is_some_and(u8::is_ascii_digit)
    };
    let mut underscores = text.match_indices('_').map(|(at, _)| at);
    let are_between = underscores.all(|at| is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)));
    are_between.then(|| text.replace('_', ""))
}

/// Python's `bool()`.
pub fn bool(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(items) => !items.is_empty(),
    }
}

/// Python's `==`: 1, 1.0 and `True` are equal.
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
    if let (Some(one), Some(other)) = (Number::of(one), Number::of(other)) {
        return one.compare(other) == Some(Ordering::Equal);
    }
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has = |(name, value): (&String, &Value)| {
                other.get(name).is_some_and(|other| equal(value, other))
            };
            one.len() == other.len() && one.iter().all(has)
        }
        (one, other) => one == other,
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "NoneType",
        Value::Array(_) => "list",
        Value::Object(_) => "dict",
        _ => "object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn texts_numbers_and_booleans_become_integers() {
        for (given, number) in [
            (json!(" +1_000\n"), 1000),
            (json!("-007"), -7),
            (json!(64.9), 64),
            (json!(-1.5), -1),
            (json!(true), 1),
            (parsed("1e2"), 100),
            (parsed(&"9".repeat(60)), i128::MAX),
        ] {
            assert_eq!(int(&given), Ok(number), "{given}");
        }
        let too_long = "1".repeat(MAX_DIGITS + 1);
        for text in ["20.5", "abc", "", "1__0", "_1", "1_", "0x10", &too_long] {
            assert!(int(&json!(text)).is_err(), "{text}");
        }
        for given in [json!(null), json!([1]), json!({}), parsed("1e400")] {
            assert!(int(&given).is_err(), "{given}");
        }
    }

    #[test]
    fn texts_numbers_and_booleans_become_floats() {
        for (given, number) in [
            (json!(" 1_0.5 "), 10.5),
            (json!(".5"), 0.5),
            (json!("-Infinity"), f64::NEG_INFINITY),
            (json!("inf"), f64::INFINITY),
            (parsed("1e400"), f64::INFINITY),
            (json!(false), 0.0),
            (json!(7), 7.0),
        ] {
            assert_eq!(float(&given), Ok(number), "{given}");
        }
        for given in [
            json!("1,5"),
            json!(""),
            json!(null),
            json!([]),
            parsed(&"9".repeat(400)),
        ] {
            assert!(float(&given).is_err(), "{given}");
        }
    }

    #[test]
    fn numbers_are_compared_without_rounding() {
        let compare = |one: &str, other: &str| {
            let (one, other) = (parsed(one), parsed(other));
            Number::of(&one)
                .unwrap()
                .compare(Number::of(&other).unwrap())
        };
        assert_eq!(
            compare("18446744073709551615", "18446744073709551616.0"),
            Some(Ordering::Less)
        );
        assert_eq!(compare("1", "1.5"), Some(Ordering::Less));
        assert_eq!(compare("-1", "-1.5"), Some(Ordering::Greater));
        assert_eq!(compare("2.0", "2"), Some(Ordering::Equal));
        assert_eq!(compare("1e300", "5"), Some(Ordering::Greater));
    }

    #[test]
    fn equality_ignores_the_kind_of_number_but_not_text() {
        assert!(equal(&json!(1), &json!(1.0)) && equal(&json!(1), &json!(true)));
        assert!(equal(&json!([1, {"a": 2}]), &json!([1.0, {"a": 2}])));
        assert!(!equal(&json!(1), &json!("1")) && !equal(&json!([1]), &json!([1, 2])));
    }
}
