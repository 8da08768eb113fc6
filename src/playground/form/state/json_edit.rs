//! The JSON that a person typed and that is not in the form's fields yet. Does not know how it is written and read.

use crate::form::pending_json::PendingJson;
use ui::RwSignal;

/// The typed JSON, if there is any.
#[derive(Clone, Copy)]
pub(crate) struct JsonEdit(RwSignal<Option<PendingJson>>);

impl JsonEdit {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// The typed JSON; tracked.
    pub(crate) fn get(&self) -> Option<PendingJson> {
        self.0.get()
    }

    /// The typed JSON; not tracked.
    pub(crate) fn current(&self) -> Option<PendingJson> {
        self.0.get_untracked()
    }

    /// Whether there is any; tracked.
    pub(crate) fn is_pending(&self) -> bool {
        self.0.with(Option::is_some)
    }

    /// Why it could not be applied; tracked.
    pub(crate) fn error(&self) -> Option<String> {
        self.0.with(|pending| pending.as_ref()?.error.clone())
    }

    /// Takes an edit of `base`, the form's values as JSON. An edit that was taken back is none.
    pub(in crate::form) fn edit(&self, base: String, text: String) {
        let error = None;
        let is_edited = text != base;
        let pending = PendingJson { base, text, error };
        self.0.set(is_edited.then_some(pending));
    }

    /// Notes why it could not be applied.
    pub(in crate::form) fn reject(&self, why: String) {
        let pending = self.current();
        let error = Some(why);
        self.0
            .set(pending.map(|pending| PendingJson { error, ..pending }));
    }

    /// Discards it.
    pub(crate) fn discard(&self) {
        self.0.set(None);
    }

    /// Puts back what was typed before.
    pub(in crate::form) fn restore(&self, pending: Option<PendingJson>) {
        self.0.set(pending);
    }
}
