//! The values of a link that wait until a person chooses whether to use them.

use ui::RwSignal;

/// Names and texts.
#[derive(Clone, Copy)]
pub(crate) struct LinkValues(RwSignal<Vec<(String, String)>>);

impl LinkValues {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// Whether a person has to choose; tracked.
    pub(in crate::form) fn are_waiting(&self) -> bool {
        self.0.with(|texts| !texts.is_empty())
    }

    /// Lets these wait, in place of earlier ones.
    pub(in crate::form) fn wait(&self, texts: Vec<(String, String)>) {
        self.0.set(texts);
    }

    /// Takes them out. The form may have been disposed.
    pub(in crate::form) fn take(&self) -> Vec<(String, String)> {
        self.0.try_update(std::mem::take).unwrap_or_default()
    }
}
