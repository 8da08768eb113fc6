//! Yes or no.

use leptos::prelude::*;

use crate::playground::form::FieldState;

/// A switch, with its state in a word beside it.
#[component]
pub(crate) fn Boolean(field: FieldState) -> impl IntoView {
    let on = move || field.text.with(|text| text == "true");
    view! {
        <div class="switch">
            <input
                id=field.id()
                name=field.name()
                type="checkbox"
                role="switch"
                aria-describedby=field.described_by()
                aria-invalid=move || field.invalid()
                prop:checked=on
                on:change:target=move |event| field.take_text(event.target().checked().to_string())
            />
            <span class="switch-word" aria-hidden="true">{move || if on() { "on" } else { "off" }}</span>
        </div>
    }
}
