//! The control for on or off.

use super::attributes::labelled;
use crate::entered::is_on;
use crate::form::FieldState;
use crate::messages as say;
use ui::{El, checked, template};

/// A switch, with its state as a word next to it.
pub(super) fn switch(field: FieldState) -> El {
    let on = move || field.text.with(|text| is_on(text));
    let word = move || if on() { say::ON } else { say::OFF };
    template("control-boolean")
        .slot("named", |input| {
            labelled(input, field)
                .prop("checked", on)
                .on("change", move |event| {
                    field.set_text(checked(&event).to_string());
                })
        })
        .slot("word", |slot| slot.text(word))
}
