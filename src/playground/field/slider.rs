//! The control for a number within a range: a slider, and a text box for the exact value.

use rust_decimal::Decimal;

use super::number::number;
use crate::playground::form::FieldState;
use crate::playground::language::written;
use crate::playground::ui::{El, el, value};
use crate::schema::{Bounds, decimal};

/// A slider and a text box with the same value. The box has the field's name, since it can hold values
/// that the slider cannot.
pub(super) fn slider(field: FieldState, bounds: Bounds) -> El {
    let step = bounds.step.clone().unwrap_or_else(|| default_step(&bounds));
    let range = el("input", "slider-range")
        .attr("type", "range")
        .attr("aria-label", field.label())
        .attr("aria-valuetext", move || {
            field.text.with(|text| written(text))
        })
        .attr("min", bounds.min.clone())
        .attr("max", bounds.max.clone())
        .attr("step", step)
        .prop("value", move || field.text.get())
        .on("input", move |event| field.set_text(value(&event)))
        .on("change", move |_| field.check());
    el("div", "slider")
        .child(range)
        .child(number(field, bounds))
}

/// The step for a workflow that declares none: one, or a hundredth of the range for decimals.
fn default_step(bounds: &Bounds) -> String {
    let bound = |text: &Option<String>| decimal(text.as_deref()?);
    let range = bound(&bounds.max)
        .zip(bound(&bounds.min))
        .and_then(|(max, min)| max.checked_sub(min));
    match range {
        Some(range) if !bounds.integer => (range / Decimal::ONE_HUNDRED).normalize().to_string(),
        _ => "1".to_owned(),
    }
}
