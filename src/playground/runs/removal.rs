//! Removes runs from the list. Until that can no longer be undone, also after a reload, they stay in the
//! database, marked as removed.

use std::rc::Rc;

use super::channel;
use super::deletion::delete_everywhere;
use super::persistence;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::store::Runs;
use crate::messages as say;
use crate::time::now;
use crate::undo::{OFFERED, Offer};
use ui::{spawn_local, untrack};

/// The kind of the offers to undo a removal.
const KIND: &str = "runs";

impl Runs {
    /// Removes runs from the list, here and in other tabs, and offers to undo that.
    pub(super) fn remove(self, rows: &[RunRow]) {
        self.removed.undo.finish_past(KIND);
        let selected = untrack(|| self.stage.selection());
        for row in rows {
            self.take_out(*row);
            row.record.update(|record| record.removed = Some(now()));
            self.save(*row);
        }
        let is_selected_removed = untrack(|| self.stage.selection()) != selected;
        self.removed
            .add(rows, is_selected_removed.then_some(selected));
        if !rows.is_empty() {
            self.offer_undo();
        }
    }

    /// Removes the runs of the deployment that match the filter, are not in progress, and have no star.
    pub(super) fn clear(self) {
        let now = now();
        let mut rows = self.rows.get_untracked();
        rows.retain(|row| untrack(|| self.browser.filter(|filter| filter.matches(row, now))));
        rows.retain(|row| {
            let is_starred = row.record.with_untracked(|record| record.is_starred);
            untrack(|| !row.is_active()) && !is_starred
        });
        self.remove(&rows);
    }

    /// Continues with runs that were removed before the page was reloaded.
    pub(super) fn restore_removed(self, records: Vec<RunRecord>) {
        let last = records.iter().filter_map(|record| record.removed);
        let age = now() - last.fold(0.0, f64::max);
        let rows: Vec<RunRow> = records
            .into_iter()
            .map(|record| self.rows.make(record, None))
            .collect();
        self.removed.add(&rows, None);
        if age < OFFERED.as_millis() as f64 {
            self.offer_undo();
        } else {
            self.delete_removed();
        }
    }

    fn offer_undo(self) {
        let rows = self.removed.rows();
        let is_deleted = |row: &RunRow| row.record.with_untracked(|record| record.is_deleted);
        let message = match rows.iter().all(is_deleted) {
            true => say::RUNS_DELETED,
            false => say::RUNS_REMOVED,
        };
        self.removed.undo.offer(Offer {
            kind: KIND,
            message: message.count(rows.len()),
            is_current: Rc::new(|| true),
            is_brief: rows.iter().any(is_deleted),
            undo: Rc::new(move || self.put_back()),
            lapse: Rc::new(move || self.delete_removed()),
        });
    }

    /// Puts the removed runs back into the list.
    fn put_back(self) {
        let (rows, selected) = self.removed.take();
        for row in &rows {
            row.record.update(|record| {
                record.removed = None;
                record.is_deleted = false;
            });
            self.put_back_in_list(*row);
        }
        if let Some(selected) = selected {
            self.stage.restore(selected);
        }
    }

    pub(super) fn put_back_in_list(self, row: RunRow) {
        self.save(row);
        // Another tab may have put it back.
        let id = row.record.with_untracked(|record| record.id.clone());
        if self.rows.find(&id).is_none() {
            self.rows.put_in(row);
        }
    }

    /// Deletes the data of the removed runs, unless another tab put them back.
    fn delete_removed(self) {
        for row in self.removed.take().0 {
            let (id, is_deleted) = row
                .record
                .with_untracked(|record| (record.id.clone(), record.is_deleted));
            spawn_local(async move {
                match (persistence::is_removed(&id).await, is_deleted) {
                    (false, _) => {}
                    (true, false) => self.delete(row),
                    (true, true) => delete_everywhere(self, row),
                }
            });
        }
    }

    /// Deletes the data of a run that is not in the list, and the files that no other run uses.
    pub(super) fn delete(self, row: RunRow) {
        let mut files = file_keys(row);
        let mut others = self.rows.all();
        others.extend(self.removed.rows());
        for other in others {
            let used = file_keys(other);
            files.retain(|key| !used.contains(key));
        }
        self.files.forget(&files);
        let id = row.record.with_untracked(|record| record.id.clone());
        spawn_local(async move {
            persistence::delete(&id, files).await;
            channel::notify(&id);
        });
    }
}

fn file_keys(row: RunRow) -> Vec<String> {
    row.record.with_untracked(|record| {
        let files = record.inputs.iter().flat_map(|input| &input.files);
        files.map(persistence::file_key).collect()
    })
}
