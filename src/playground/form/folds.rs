//! The folds below the fields. Their place is reserved, and they come when the fields are on the screen.

use super::additional::additional;
use super::batch_panel::panel::batch_panel;
use super::state::FormState;
use super::values_panel::values_panel;
use crate::deferred::Deferred;
use ui::{El, el, untrack};

pub(super) static CONTENT: Deferred<fn(FormState) -> El> = Deferred::new();

/// The place of the folds.
pub(super) fn folds(form: FormState) -> El {
    el("div", "fold-place")
        .live_when_idle(move || CONTENT.get_when_idle(|content| untrack(|| content(form))))
}

/// The folds.
pub(super) fn content(form: FormState) -> El {
    el("div", "")
        .child(values_panel(form))
        .child(batch_panel(form))
        .child(additional(form))
}
