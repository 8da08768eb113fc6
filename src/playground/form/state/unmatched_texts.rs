//! The texts of a form that match no field. They are kept until a field with their name appears.

use ui::RwSignal;

type Pairs = Vec<(String, String)>;

/// Names and texts.
#[derive(Clone, Copy)]
pub(crate) struct UnmatchedTexts(RwSignal<Pairs>);

impl UnmatchedTexts {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// All of them; tracked.
    pub(crate) fn get(&self) -> Pairs {
        self.0.get()
    }

    /// The text with this name.
    pub(in crate::form) fn text(&self, name: &str) -> Option<String> {
        self.0.with_untracked(|texts| {
            let found = texts.iter().find(|(other, _)| other == name);
            found.map(|(_, text)| text.clone())
        })
    }

    /// Replaces all of them.
    pub(crate) fn set(&self, texts: Pairs) {
        self.0.set(texts);
    }

    /// Adds a text, in place of the one with this name.
    pub(super) fn put(&self, name: String, text: String) {
        self.0.update(|texts| {
            texts.retain(|(other, _)| *other != name);
            texts.push((name, text));
        });
    }

    /// Removes the text with this name, and returns it.
    pub(in crate::form) fn take(&self, name: &str) -> Option<String> {
        let found = self.text(name);
        if found.is_some() {
            self.0
                .update(|texts| texts.retain(|(other, _)| other != name));
        }
        found
    }
}
