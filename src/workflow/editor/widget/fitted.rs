//! Fits a primitive's number to the widget that it sets, as the editor does.

use serde_json::{Number, Value};

use crate::classes::{ClassInput, InputKind};

/// The largest whole number that a float has exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value as the widget of an input takes it: a whole number is one of its steps, another number has
/// the digits of its step.
pub(crate) fn fitted(value: Value, input: &ClassInput) -> Value {
    let number = value.as_f64().filter(|number| number.abs() < EXACT);
    let fitted = number.and_then(|number| match input.kind {
        InputKind::Integer => whole(number, input),
        InputKind::Float => decimal(number, input),
        _ => None,
    });
    // What fits keeps its digits.
    let changed = fitted.filter(|fitted| Some(*fitted) != number);
    changed.and_then(Number::from_f64).map_or(value, shortest)
}

/// A number without decimals is written without a point.
fn shortest(number: Number) -> Value {
    let text = number.to_string();
    let whole = text
        .strip_suffix(".0")
        .and_then(|text| text.parse::<i64>().ok());
    whole.map_or(Value::Number(number), Value::from)
}

fn whole(number: f64, input: &ClassInput) -> Option<f64> {
    let step = setting(input, "step")
        .filter(|step| *step > 0.0)
        .unwrap_or(1.0);
    let shift = setting(input, "min").unwrap_or(0.0) % step;
    Some(nearest((number - shift) / step) * step + shift)
}

fn decimal(number: f64, input: &ClassInput) -> Option<f64> {
    if input.settings.get("round") == Some(&Value::Bool(false)) {
        return None;
    }
    let step = setting(input, "step").unwrap_or(1.0);
    let digits = (-step.log10().floor()).clamp(0.0, 15.0);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 15"
    )]
    let places = digits as usize;
    let round = setting(input, "round").filter(|round| *round > 0.0);
    let round = round.unwrap_or_else(|| 10_f64.powf(-digits));
    let rounded = format!("{:.places$}", nearest(number / round) * round);
    let rounded: f64 = rounded.parse().ok()?;
    let least = setting(input, "min").unwrap_or(f64::NEG_INFINITY);
    let most = setting(input, "max").unwrap_or(f64::INFINITY);
    Some(rounded.max(least).min(most))
}

/// Halves go up, as in JavaScript.
fn nearest(number: f64) -> f64 {
    (number + 0.5).floor()
}

fn setting(input: &ClassInput, name: &str) -> Option<f64> {
    input.settings.get(name)?.as_f64()
}
