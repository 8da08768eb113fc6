//! The control for a number within a range: a slider, and a text box for the exact value.

use js_sys::{Number, parse_float};

use super::number::number;
use crate::form::FieldState;
use crate::language::written;
use schema::Bounds;
use ui::{El, template, value};

/// A slider and a text box with the same value. The box has the field's name, since it can hold values
/// that the slider cannot.
pub(super) fn slider(field: FieldState, bounds: Bounds) -> El {
    let step = bounds.step.clone().unwrap_or_else(|| default_step(&bounds));
    template("control-slider")
        .slot("range", |range| {
            range
                .attr("aria-label", field.label())
                .attr("aria-valuetext", move || {
                    field.text.with(|text| written(text))
                })
                .attr("min", bounds.min.clone())
                .attr("max", bounds.max.clone())
                .attr("step", step)
                .prop("value", move || field.text.get())
                .on("input", move |event| field.set_text(value(&event)))
                .on("change", move |_| field.check())
        })
        .replace("number", Some(number(field, bounds)))
}

/// The step for a workflow that declares none: one, or a hundredth of the range for decimals.
fn default_step(bounds: &Bounds) -> String {
    let range = bounds.max.as_deref().zip(bounds.min.as_deref());
    let range = range.map(|(max, min)| parse_float(max) - parse_float(min));
    let step = range.filter(|_| !bounds.integer).and_then(hundredth);
    step.unwrap_or_else(|| "1".to_owned())
}

/// A hundredth without the last digits of a float, which are not exact. Exact decimals would double the code of the
/// first form's numbers.
fn hundredth(range: f64) -> Option<String> {
    let rounded = Number::from(range / 100.0).to_precision(12).ok()?;
    let step = Number::from(parse_float(&String::from(rounded)));
    step.to_string_with_radix(10).ok().map(String::from)
}
