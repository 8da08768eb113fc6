//! A number in a box. The box takes any text, so that what is no number stays to be seen and is
//! answered with a message.

use leptos::prelude::*;
use rust_decimal::Decimal;
use web_sys::KeyboardEvent;

use crate::playground::form::FieldState;
use crate::schema::{Bounds, decimal};

/// A box for a number; the arrow keys go up and down by its step.
#[component]
pub(crate) fn Number(field: FieldState, bounds: Bounds) -> impl IntoView {
    let mode = if bounds.integer { "numeric" } else { "decimal" };
    let step = move |event: KeyboardEvent| {
        let up = match event.key().as_str() {
            "ArrowUp" => true,
            "ArrowDown" => false,
            _ => return,
        };
        if let Some(text) = stepped(&field.text.get_untracked(), &bounds, up) {
            event.prevent_default();
            field.take_text(text);
        }
    };
    view! {
        <input
            id=field.id()
            name=field.name()
            class="input number"
            type="text"
            inputmode=mode
            autocomplete="off"
            spellcheck="false"
            aria-required=field.required().to_string()
            aria-invalid=move || field.invalid()
            aria-describedby=field.described_by()
            placeholder=field.field.with_value(|field| field.default.clone())
            prop:value=field.text
            on:input:target=move |event| field.take_text(event.target().value())
            on:change=move |_| field.check()
            on:keydown=step
        />
    }
}

/// The number one step on, within its bounds; `None` where the text is no number.
pub(crate) fn stepped(text: &str, bounds: &Bounds, up: bool) -> Option<String> {
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
