//! Comparing the shown result with others: which runs are compared, and how the next one is picked.

use super::super::run_row::RunRow;
use super::Stage;
use super::selection::Shown;
use ui::untrack;

/// The maximum number of results in a comparison: each stays large enough to see.
const MAX_COMPARED: usize = 6;

impl Stage {
    /// Whether the shown run is compared with this one; tracked.
    pub(crate) fn is_compared(&self, key: u32) -> bool {
        self.compared.with(|keys| keys.contains(&key))
    }

    /// Whether a comparison was started; tracked.
    pub(crate) fn is_comparing(&self) -> bool {
        self.compared.with(|keys| !keys.is_empty())
    }

    /// The keys of the compared runs, and of the run that is shown beside them; tracked. A shown batch is there to pick
    /// from.
    pub(crate) fn comparison(&self) -> Vec<u32> {
        let mut keys = self.compared.get();
        match self.result.get() {
            Some(Shown::Run(key)) if !keys.contains(&key) => keys.push(key),
            _ => {}
        }
        keys
    }

    /// Whether another run is being picked for the comparison; tracked.
    pub(crate) fn is_picking(&self) -> bool {
        let shows_batch = self
            .result
            .with(|result| matches!(result, Some(Shown::Batch(_))));
        let is_compared = |key| self.is_compared(key);
        self.is_comparing() && (shows_batch || self.shown.get().is_some_and(is_compared))
    }

    /// Whether the comparison has room for another run; tracked.
    pub(crate) fn has_room_to_compare(&self) -> bool {
        self.comparison().len() < MAX_COMPARED
    }

    /// Starts a comparison with this run, adds it to the one that was started, or ends the choice of the next run. The
    /// result stays while a run is picked; of a batch, all results are shown to pick from.
    pub(crate) fn compare(&self, row: RunRow) {
        if untrack(|| self.is_compared(row.key)) {
            return self.stop_picking();
        }
        if !untrack(|| self.has_room_to_compare()) {
            return;
        }
        if untrack(|| !self.is_comparing()) {
            self.was_alone.set_value(self.is_shown_alone());
        }
        match row.record.with_untracked(|record| record.batch.is_some()) {
            true => self.select_in_batch(row.key),
            false => self.keep_shown(),
        }
        self.compared.update(|keys| keys.push(row.key));
    }

    /// Picks no further run: shows the comparison of those that were picked, or ends it if there is only one.
    pub(crate) fn stop_picking(&self) {
        match untrack(|| self.comparison()).as_slice() {
            [.., _, last] => {
                self.forget_compared(*last);
                self.select(*last);
            }
            _ => self.end_comparison(),
        }
    }

    /// Ends the choice of a run if one is being picked, and else the comparison.
    pub(crate) fn escape_comparison(&self) {
        match untrack(|| self.is_picking()) {
            true => self.stop_picking(),
            false => self.end_comparison(),
        }
    }

    /// Shows again what was shown when the comparison was started.
    pub(crate) fn end_comparison(&self) {
        if let Some(first) = self.compared.with_untracked(|keys| keys.first().copied()) {
            self.compared.set(Vec::new());
            self.choose(first, self.was_alone.get_value());
        }
    }

    /// Takes a run out of the comparison. The last one that is left is shown alone.
    pub(crate) fn leave_out(&self, row: RunRow) {
        let mut keys = untrack(|| self.comparison());
        keys.retain(|key| *key != row.key);
        if let Some(last) = keys.pop() {
            self.compared.set(keys);
            self.select(last);
        }
    }

    /// Ends the comparison, and shows this one of its runs.
    pub(crate) fn show_alone(&self, row: RunRow) {
        self.compared.set(Vec::new());
        self.select(row.key);
    }

    pub(super) fn forget_compared(&self, key: u32) {
        if untrack(|| self.is_compared(key)) {
            self.compared
                .update(|keys| keys.retain(|other| *other != key));
        }
    }
}
