//! Light, dark, or as the system has it.

use leptos::prelude::*;

use super::element::{El, button, el};
use super::icon::{Shape, icon};
use super::language::Message;
use super::messages as say;
use super::storage::{self, Place};
use crate::playground::signal::RwSignal;

const CHOICES: [(&str, Message, Shape); 3] = [
    ("system", say::THEME_SYSTEM, Shape::System),
    ("light", say::THEME_LIGHT, Shape::Sun),
    ("dark", say::THEME_DARK, Shape::Moon),
];

/// The theme that is chosen.
#[derive(Clone, Copy)]
pub(crate) struct Theme(RwSignal<String>);

impl Theme {
    /// The one that was chosen before, applied from now on.
    pub(crate) fn start() -> Self {
        let kept = storage::load::<String>(Place::Browser, "theme");
        let theme = RwSignal::new(kept.unwrap_or_else(|| "system".to_owned()));
        Effect::new(move |_| theme.with(|theme| apply(theme)));
        Self(theme)
    }
}

/// The switch between the themes; the choice is kept in the browser.
pub(crate) fn theme_switch() -> El {
    let Theme(theme) = expect_context();
    let choice = move |(name, label, shape): (&'static str, Message, Shape)| {
        let chosen = move || theme.with(|theme| theme == name);
        let choose = move || {
            theme.set(name.to_owned());
            storage::save(Place::Browser, "theme", &name.to_owned());
        };
        button("theme-choice", choose)
            .attr("title", label)
            .attr("aria-label", label)
            .attr("aria-pressed", move || chosen().to_string())
            .child(icon(shape))
    };
    el("div", "theme")
        .attr("role", "group")
        .attr("aria-label", say::THEME)
        .children(CHOICES.map(choice))
}

fn apply(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}
