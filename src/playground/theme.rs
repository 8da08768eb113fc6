//! The theme: light, dark, or the system's.

use super::icon::{Shape, icon};
use super::language::Message;
use super::messages as say;
use super::storage::{self, StorageArea};
use ui::{Effect, El, RwSignal, button, document, el, expect_context};

/// The themes: name, label and icon.
pub(crate) const CHOICES: [(&str, Message, Shape); 3] = [
    ("system", say::THEME_SYSTEM, Shape::System),
    ("light", say::THEME_LIGHT, Shape::Sun),
    ("dark", say::THEME_DARK, Shape::Moon),
];

/// The chosen theme.
#[derive(Clone, Copy)]
pub(crate) struct Theme(RwSignal<String>);

impl Theme {
    /// The theme chosen on an earlier visit; applies it and later choices.
    pub(crate) fn start() -> Self {
        let stored = storage::load::<String>(StorageArea::Browser, "theme");
        let theme = RwSignal::new(stored.unwrap_or_else(|| "system".to_owned()));
        Effect::new(move |_| theme.with(|theme| apply(theme)));
        Self(theme)
    }

    /// Chooses a theme for this visit and later ones.
    pub(crate) fn choose(self, name: &str) {
        self.0.set(name.to_owned());
        storage::save(StorageArea::Browser, "theme", &name.to_owned());
    }
}

/// The switch between the themes; stores the choice in the browser.
pub(crate) fn theme_switch() -> El {
    let theme: Theme = expect_context();
    let words = [
        say::THEME_SYSTEM_SHORT,
        say::THEME_LIGHT_SHORT,
        say::THEME_DARK_SHORT,
    ];
    let choice = move |((name, label, shape), short): ((&'static str, Message, Shape), Message)| {
        let chosen = move || theme.0.with(|theme| theme == name);
        button("theme-choice", move || theme.choose(name))
            .attr("aria-label", label)
            .attr("aria-pressed", move || chosen().to_string())
            .child(icon(shape))
            .text(short)
    };
    el("div", "theme")
        .attr("role", "group")
        .attr("aria-label", say::THEME)
        .children(CHOICES.into_iter().zip(words).map(choice))
}

fn apply(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}
