//! Light, dark, or as the system has it.

use leptos::prelude::*;

use super::icon::{Icon, Shape};
use super::storage::{self, Place};

const CHOICES: [(&str, &str, Shape); 3] = [
    ("system", "Theme of the system", Shape::System),
    ("light", "Light theme", Shape::Sun),
    ("dark", "Dark theme", Shape::Moon),
];

/// The switch between the themes; the choice is kept in the browser.
#[component]
pub(crate) fn ThemeSwitch() -> impl IntoView {
    let kept = storage::load::<String>(Place::Browser, "theme");
    let theme = RwSignal::new(kept.unwrap_or_else(|| "system".to_owned()));
    Effect::new(move |_| theme.with(|theme| apply(theme)));
    let choose = move |name: &str| {
        theme.set(name.to_owned());
        storage::save(Place::Browser, "theme", &name);
    };
    let button = move |(name, label, shape): (&'static str, &'static str, Shape)| {
        let chosen = move || theme.with(|theme| theme == name);
        view! {
            <button
                type="button"
                class="theme-choice"
                title=label
                aria-label=label
                aria-pressed=move || chosen().to_string()
                on:click=move |_| choose(name)
            >
                <Icon shape />
            </button>
        }
    };
    view! {
        <div class="theme" role="group" aria-label="Theme">
            {CHOICES.map(button).collect_view()}
        </div>
    }
}

fn apply(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}
