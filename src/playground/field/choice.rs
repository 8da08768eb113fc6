//! One of several options.

use leptos::prelude::*;

use crate::playground::form::FieldState;

/// A list to choose from. What was kept and is no option any more stays to be seen.
#[component]
pub(crate) fn Choice(field: FieldState, mut options: Vec<String>) -> impl IntoView {
    let text = field.text.get_untracked();
    if !options.contains(&text) {
        options.insert(0, text);
    }
    let option = move |option: String| {
        let (value, wanted) = (option.clone(), option.clone());
        let chosen = move || field.text.with(|text| *text == wanted);
        view! {
            <option value=value selected=chosen>
                {option}
            </option>
        }
    };
    view! {
        <select
            id=field.id()
            name=field.name()
            class="input"
            aria-required=field.required().to_string()
            aria-invalid=move || field.invalid()
            aria-describedby=field.described_by()
            on:change:target=move |event| {
                field.take_text(event.target().value());
                field.check();
            }
        >
            {options.into_iter().map(option).collect_view()}
        </select>
    }
}
