//! A number with a slider, and a box beside it for the exact value.

use rust_decimal::Decimal;

use super::number::number;
use crate::playground::element::{El, el, value};
use crate::playground::form::FieldState;
use crate::playground::language::written;
use crate::schema::{Bounds, decimal};

/// A slider and a box in step with each other. The box carries the field's name: it can hold what
/// a slider cannot.
pub(super) fn slider(field: FieldState, bounds: Bounds) -> El {
    let label = field.fixed.with_value(|fixed| fixed.label.clone());
    let step = bounds.step.clone().unwrap_or_else(|| finest(&bounds));
    let range = el("input", "slider-range")
        .attr("type", "range")
        .attr("aria-label", label)
        .attr("aria-valuetext", move || {
            field.text.with(|text| written(text))
        })
        .attr("min", bounds.min.clone())
        .attr("max", bounds.max.clone())
        .attr("step", step)
        .prop("value", move || field.text.get())
        .on("input", move |event| field.take_text(value(&event)))
        .on("change", move |_| field.check());
    el("div", "slider")
        .child(range)
        .child(number(field, bounds))
}

/// The step of a slider whose workflow names none: one, or a hundredth of its range.
fn finest(bounds: &Bounds) -> String {
    let end = |text: &Option<String>| decimal(text.as_deref()?);
    let range = end(&bounds.max)
        .zip(end(&bounds.min))
        .and_then(|(max, min)| max.checked_sub(min));
    match range {
        Some(range) if !bounds.integer => (range / Decimal::ONE_HUNDRED).normalize().to_string(),
        _ => "1".to_owned(),
    }
}
