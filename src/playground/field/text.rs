//! Text, of one line or several.

use leptos::prelude::*;

use crate::playground::form::FieldState;

/// A box for text; of several lines, it grows with what is typed.
#[component]
pub(crate) fn Text(field: FieldState, multiline: bool) -> impl IntoView {
    if multiline {
        return view! {
            <textarea
                id=field.id()
                name=field.name()
                class="input area"
                rows="3"
                dir="auto"
                aria-required=field.required().to_string()
                aria-invalid=move || field.invalid()
                aria-describedby=field.described_by()
                prop:value=field.text
                on:input:target=move |event| field.take_text(event.target().value())
                on:change=move |_| field.check()
            ></textarea>
        }
        .into_any();
    }
    view! {
        <input
            id=field.id()
            name=field.name()
            class="input"
            type="text"
            autocomplete="off"
            dir="auto"
            aria-required=field.required().to_string()
            aria-invalid=move || field.invalid()
            aria-describedby=field.described_by()
            prop:value=field.text
            on:input:target=move |event| field.take_text(event.target().value())
            on:change=move |_| field.check()
        />
    }
    .into_any()
}
