//! Restores stored runs when the page opens, and applies changes from other tabs.

use std::collections::HashSet;

use super::kept_selection::restore_selection;
use super::persistence;
use super::run_row::RunRow;
use super::sending::not_sent_after_leaving;
use super::store::Runs;

/// Restores the stored runs.
pub(super) async fn restore(runs: Runs) {
    let (removed, records): (Vec<_>, Vec<_>) = persistence::load_all()
        .await
        .into_iter()
        .partition(|record| record.removed.is_some());
    // A run that was sent in the meantime is already listed.
    let id = |row: &RunRow| row.record.with_untracked(|record| record.id.clone());
    let known: HashSet<String> = runs.rows.all().iter().map(id).collect();
    let mut rows = Vec::with_capacity(records.len());
    for mut record in records {
        if known.contains(&record.id) {
            continue;
        }
        not_sent_after_leaving(&mut record);
        rows.push(runs.rows.make(record, None));
    }
    runs.rows.put_in_all(&rows);
    if !removed.is_empty() {
        runs.restore_removed(removed);
    }
    runs.restored.set(true);
    runs.list_all();
    restore_selection(runs);
    // A run that was sent in the meantime did not know how many there are.
    runs.trim();
}

/// Applies a run that changed in another tab.
pub(super) async fn apply_remote_change(runs: Runs, id: String) {
    let record = persistence::load(&id).await;
    let record = record.filter(|record| record.removed.is_none());
    match (record, runs.rows.find(&id)) {
        (Some(record), Some(row)) => {
            // Both tabs poll the deployment: a final state is never replaced by an earlier one.
            let is_newer = row.record.try_with_untracked(|own| {
                *own != record && (!own.state.is_final() || record.state.is_final())
            });
            if is_newer == Some(true) {
                row.record.set(record);
                follow(runs, row);
            }
        }
        (Some(record), None) => {
            let row = runs.rows.make(record, None);
            row.note_arrival();
            runs.rows.put_in(row);
            follow(runs, row);
        }
        (None, Some(row)) => runs.take_out(&[row]),
        (None, None) => {}
    }
}

/// Follows a run that another tab has sent or seen start: the queue may have no news of it any more, and this tab may
/// have given it up.
fn follow(runs: Runs, row: RunRow) {
    if row.has_ended() {
        row.forget();
    }
    if row.record.with_untracked(|record| record.state.is_active()) {
        runs.poll_now();
    }
}
