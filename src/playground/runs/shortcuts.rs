//! The keys of the runs and of their result. Only while one of them has the focus, so that speech input and typing
//! are safe.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use super::run_row::RunRow;
use super::selection::Shown;
use super::store::Runs;
use ui::untrack;

/// S marks the shown run, C starts a comparison with it, and Escape ends one.
pub(crate) fn on_key(runs: Runs, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let is_elsewhere = target.is_some_and(|target| {
        target
            .closest("input:not([type=range]), select, dialog")
            .is_ok_and(|place| place.is_some())
    });
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
    let Some(row) = untrack(|| runs.row(runs.shown.get())).filter(|_| is_plain && !is_elsewhere)
    else {
        return;
    };
    match event.key().as_str() {
        "s" | "S" => runs.toggle_star(row),
        "c" | "C" => runs.compare(row),
        "Escape" => runs.end_comparison(),
        _ => {}
    }
}

impl Runs {
    /// Starts or ends the choice of a second run. The result stays while it is picked; of a batch, all results are
    /// shown to pick from.
    pub(crate) fn compare(&self, row: RunRow) {
        if self.compared.get_untracked() == Some(row.key) {
            return self.end_comparison();
        }
        self.was_alone.set_value(self.is_shown_alone());
        match row.record.with_untracked(|record| record.batch.is_some()) {
            true => self.select_in_batch(row.key),
            false => self.keep_shown(),
        }
        self.compared.set(Some(row.key));
    }

    /// Whether the second run of a comparison is being picked; tracked.
    pub(crate) fn is_picking(&self) -> bool {
        let first = self.compared.get();
        let shows_batch = self
            .result
            .with(|result| matches!(result, Some(Shown::Batch(_))));
        first.is_some() && (shows_batch || first == self.shown.get())
    }

    /// Shows again what was shown when a comparison was started.
    pub(crate) fn end_comparison(&self) {
        if let Some(first) = self.compared.get_untracked() {
            self.compared.set(None);
            match self.was_alone.get_value() {
                true => self.select(first),
                false => self.select_in_batch(first),
            }
        }
    }

    /// Ends the comparison, and shows this one of its runs.
    pub(crate) fn show_alone(&self, row: RunRow) {
        self.compared.set(None);
        self.select(row.key);
    }
}
