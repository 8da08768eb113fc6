//! A number in a box. The box takes any text, so that what is no number stays to be seen and is
//! answered with a message.

use rust_decimal::Decimal;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::typed_as;
use crate::playground::element::{El, el};
use crate::playground::form::FieldState;
use crate::playground::language::{digits, written};
use crate::schema::{Bounds, decimal};

/// A box for a number; the arrow keys go up and down by its step.
pub(super) fn number(field: FieldState, bounds: Bounds) -> El {
    let mode = if bounds.integer { "numeric" } else { "decimal" };
    typed_as(el("input", "input number"), field, [written, digits])
        .attr("type", "text")
        .attr("inputmode", mode)
        .attr("spellcheck", "false")
        .attr(
            "placeholder",
            field
                .fixed
                .with_value(|fixed| Some(written(fixed.default.as_deref()?))),
        )
        .on("keydown", move |event| step(field, &bounds, &event))
}

fn step(field: FieldState, bounds: &Bounds, event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
    let up = match key.as_deref() {
        Some("ArrowUp") => true,
        Some("ArrowDown") => false,
        _ => return,
    };
    if let Some(text) = stepped(&field.text.get_untracked(), bounds, up) {
        event.prevent_default();
        field.take_text(text);
    }
}

/// The number one step on, within its bounds; `None` where the text is no number.
pub(super) fn stepped(text: &str, bounds: &Bounds, up: bool) -> Option<String> {
    let bound = |text: &Option<String>| decimal(text.as_deref()?);
    let (min, max) = (bound(&bounds.min), bound(&bounds.max));
    let number = match text.trim() {
        "" => min.unwrap_or_default(),
        text => decimal(text)?,
    };
    let step = bound(&bounds.step).unwrap_or(Decimal::ONE);
    let next = if up {
        number.checked_add(step)?
    } else {
        number.checked_sub(step)?
    };
    let next = max.map_or(next, |max| next.min(max));
    let next = min.map_or(next, |min| next.max(min));
    Some(next.normalize().to_string())
}

#[cfg(test)]
mod tests;
