//! The control for a number within a range: a slider, and a text box for the exact value.

use super::number::number;
use crate::form::FieldState;
use crate::language::written;
use schema::Bounds;
use ui::{El, template, value};

/// A slider and a text box with the same value. The box has the field's name, since it can hold values
/// that the slider cannot.
pub(super) fn slider(field: FieldState, bounds: Bounds) -> El {
    template("control-slider")
        .slot("range", |range| {
            range
                .attr("aria-label", field.label())
                .attr("aria-valuetext", move || {
                    field.text.with(|text| written(text))
                })
                .attr("min", bounds.min.clone())
                .attr("max", bounds.max.clone())
                .attr("step", bounds.increment())
                .prop("value", move || field.text.get())
                .on("input", move |event| field.set_text(value(&event)))
                .on("change", move |_| field.check())
        })
        .replace("number", Some(number(field, bounds)))
}
