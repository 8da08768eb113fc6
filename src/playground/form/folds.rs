//! The folds below the fields. Their place is reserved, and they come when the fields are on the screen.

use leptos::prelude::untrack;

use super::additional::additional;
use super::batch::panel::batch_panel;
use super::state::FormState;
use super::values_panel::values_panel;
use crate::playground::deferred::Deferred;
use crate::playground::ui::{El, RwSignal, el, when_idle};

pub(super) static CONTENT: Deferred<fn(FormState) -> El> = Deferred::new();

/// The place of the folds.
pub(super) fn folds(form: FormState) -> El {
    let are_due = RwSignal::new(false);
    when_idle(move || are_due.set(true));
    let content = move || CONTENT.get_when_idle(|content| untrack(|| content(form)));
    el("div", "fold-place").live(move || are_due.get().then(content)?)
}

/// The folds.
pub(super) fn content(form: FormState) -> El {
    el("div", "folds")
        .child(values_panel(form))
        .child(batch_panel(form))
        .child(additional(form))
}
