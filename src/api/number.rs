//! JSON numbers as floats, with less code than the standard library's parser needs.

use json::Json;

/// A JSON number as a finite float; 0 for anything else.
pub(super) fn number(json: &Json<'_>) -> f64 {
    match json {
        Json::Number(digits) => float(digits).clamp(f64::MIN, f64::MAX),
        _ => 0.0,
    }
}

/// A JSON number as seconds; `None` for anything else, and for a negative or infinite one.
pub(super) fn seconds(json: &Json<'_>) -> Option<f64> {
    let Json::Number(digits) = json else {
        return None;
    };
    Some(float(digits)).filter(|seconds| *seconds >= 0.0 && seconds.is_finite())
}

/// A JSON number as a float: exact for up to 15 digits, nearly exact beyond, where only the order
/// matters. The standard library's parser tables would make up 5 % of the page.
fn float(digits: &str) -> f64 {
    let (digits, negative) = match digits.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (digits, false),
    };
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let mut exponent: i32 = exponent
        .trim_start_matches('+')
        .parse()
        .unwrap_or_else(|_| {
            // The exponent exceeds an i32.
            if exponent.starts_with('-') {
                i32::MIN / 2
            } else {
                i32::MAX / 2
            }
        });
    let mut magnitude = 0.0;
    let mut is_fraction = false;
    for digit in digits.bytes() {
        if digit == b'.' {
            is_fraction = true;
            continue;
        }
        magnitude = magnitude * 10.0 + f64::from(digit.wrapping_sub(b'0'));
        exponent -= i32::from(is_fraction);
    }
    let size = if magnitude == 0.0 {
        0.0
    } else {
        scaled(magnitude, exponent)
    };
    if negative { -size } else { size }
}

/// `number` times ten to the power of `exponent`.
fn scaled(number: f64, exponent: i32) -> f64 {
    let power = 10_f64.powi(exponent.abs().min(400));
    if exponent < 0 {
        number / power
    } else {
        number * power
    }
}

#[cfg(test)]
mod tests;
