//! The control for a number. It accepts any text, so that invalid text stays visible with its error.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::attributes::typed_as;
use crate::deferred::Deferred;
use crate::form::{FieldState, step};
use crate::language::{digits, written};
use schema::Bounds;
use ui::{El, template};

pub(super) static STEP: Deferred<fn(FieldState, &Bounds, bool)> = Deferred::new();

/// A text box; the up and down arrow keys change the number by one step.
pub(super) fn number(field: FieldState, bounds: Bounds) -> El {
    let mode = if bounds.integer { "numeric" } else { "decimal" };
    let placeholder = field
        .definition
        .with_value(|field| Some(written(field.default.as_deref()?)));
    typed_as(template("control-number"), field, [written, digits])
        .attr("inputmode", mode)
        .attr("placeholder", placeholder)
        .on("keydown", move |event| step_by_key(field, &bounds, &event))
}

fn step_by_key(field: FieldState, bounds: &Bounds, event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
    let up = match key.as_deref() {
        Some("ArrowUp") => true,
        Some("ArrowDown") => false,
        _ => return,
    };
    event.prevent_default();
    let bounds = bounds.clone();
    STEP.call(move |step| step(field, &bounds, up));
}

/// Changes the number by one step. In the deferred chunk.
pub(super) fn step_field(field: FieldState, bounds: &Bounds, up: bool) {
    if let Some(text) = step(&field.text.get_untracked(), bounds, up) {
        field.set_text(text);
    }
}
