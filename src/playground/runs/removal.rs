//! Removes runs from the list. Until that can no longer be undone, also after a reload, they stay in the
//! database, marked as removed.

use std::collections::HashSet;
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
        self.take_out(rows);
        for row in rows {
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

    /// Removes the runs of the deployment that match the filter, are not open, and have no star.
    pub(super) fn clear(self) {
        let now = now();
        let mut rows = self.rows.get_untracked();
        rows.retain(|row| untrack(|| self.browser.filter(|filter| filter.matches(row, now))));
        rows.retain(|row| {
            row.record
                .with_untracked(|record| !record.state.is_open() && !record.is_starred)
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
            self.save(*row);
        }
        self.put_back_in_list(rows);
        if let Some(selected) = selected {
            self.stage.restore(selected);
        }
    }

    /// Lists rows again, except those that another tab has put back.
    pub(super) fn put_back_in_list(self, mut rows: Vec<RunRow>) {
        let id = |row: &RunRow| row.record.with_untracked(|record| record.id.clone());
        let listed: HashSet<String> = self.rows.all().iter().map(id).collect();
        rows.retain(|row| !listed.contains(&id(row)));
        self.rows.put_in_all(&rows);
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
                    (true, false) => self.delete(&[row]),
                    (true, true) => delete_everywhere(self, row),
                }
            });
        }
    }

    /// Deletes the data of runs that are not in the list, and the files that no other run uses.
    pub(super) fn delete(self, rows: &[RunRow]) {
        let mut files: HashSet<String> = rows.iter().copied().flat_map(file_keys).collect();
        if !files.is_empty() {
            let others = self.rows.all().into_iter().chain(self.removed.rows());
            for used in others.flat_map(file_keys) {
                files.remove(&used);
            }
        }
        let mut files: Vec<String> = files.into_iter().collect();
        self.files.forget(&files);
        for row in rows {
            let id = row.record.with_untracked(|record| record.id.clone());
            let files = std::mem::take(&mut files);
            spawn_local(async move {
                persistence::delete(&id, files).await;
                channel::notify(&id);
            });
        }
    }
}

fn file_keys(row: RunRow) -> Vec<String> {
    row.record.with_untracked(|record| {
        let files = record.inputs.iter().flat_map(|input| &input.files);
        files.map(persistence::file_key).collect()
    })
}
