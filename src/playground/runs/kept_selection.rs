//! Keeps what a person selected, so that the tab shows it again after a reload. In the deferred chunk.

use super::stage::Selection;
use super::store::Runs;
use crate::storage::{self, StorageArea};
use ui::untrack;

/// The name under which the selection is stored.
const NAME: &str = "selection";
/// Comes before the id of a run that is shown alone.
const ALONE: &str = "run ";
/// Comes before the id of a run whose whole batch is shown.
const IN_BATCH: &str = "batch ";

/// Stores the selection, if a person chose it; tracks it.
pub(crate) fn keep_selection(runs: Runs) {
    let id = |key| {
        Some(
            runs.rows
                .row(Some(key))?
                .record
                .with_untracked(|record| record.id.clone()),
        )
    };
    let kept = match runs.stage.selection() {
        Selection::Chosen { key, is_alone } => id(key).map(|id| (is_alone, id)),
        Selection::Followed { .. } => None,
    };
    match kept {
        Some((is_alone, id)) => {
            let text = [if is_alone { ALONE } else { IN_BATCH }, &id].concat();
            storage::save(StorageArea::Tab, NAME, &text);
        }
        None => storage::remove(StorageArea::Tab, NAME),
    }
}

/// Selects what was selected before the reload, if that run was restored.
pub(super) fn restore_selection(runs: Runs) {
    let Some(text) = storage::load::<String>(StorageArea::Tab, NAME) else {
        return;
    };
    let find = |prefix| {
        let key = runs.rows.find(text.strip_prefix(prefix)?)?.key;
        // The page may be connected to another deployment by now.
        untrack(|| runs.rows.row(Some(key))).map(|row| row.key)
    };
    if let Some(key) = find(ALONE) {
        runs.stage.select(key);
    } else if let Some(key) = find(IN_BATCH) {
        runs.stage.select_in_batch(key);
    }
}
