//! The runs whose removal can still be undone.

use super::run_row::RunRow;
use super::stage::Selection;
use crate::undo::Undo;
use ui::StoredValue;

/// The removed runs.
#[derive(Clone, Copy)]
pub(super) struct Removed {
    pub(super) undo: Undo,
    rows: StoredValue<Vec<RunRow>>,
    /// What was selected before the selected run was removed.
    selected: StoredValue<Option<Selection>>,
}

impl Removed {
    pub(super) fn new(undo: Undo) -> Self {
        Self {
            undo,
            rows: StoredValue::new(Vec::new()),
            selected: StoredValue::new(None),
        }
    }

    /// The rows.
    pub(super) fn rows(&self) -> Vec<RunRow> {
        self.rows.get_value()
    }

    /// Adds rows, and what was selected if one of them was; that of an earlier removal stays.
    pub(super) fn add(&self, rows: &[RunRow], selected: Option<Selection>) {
        self.rows.update_value(|all| all.extend_from_slice(rows));
        if self.selected.get_value().is_none() {
            self.selected.set_value(selected);
        }
    }

    /// The rows, and what was selected before.
    pub(super) fn take(&self) -> (Vec<RunRow>, Option<Selection>) {
        let rows = self.rows.try_update_value(std::mem::take);
        let selected = self.selected.try_update_value(Option::take);
        (rows.unwrap_or_default(), selected.flatten())
    }
}
