//! Which runs the list contains: those of the connected deployment, the newest first, up to a limit. And
//! which of them is selected.

use web_sys::AbortController;

use super::capabilities::Capabilities;
use super::persistence;
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::selection::{Before, Selection, Shown};
use super::store::Runs;
use crate::entered::Entered;
use client::web::Client;
use ui::{spawn_local, untrack};

/// The maximum number of runs kept.
const LIMIT: usize = 500;

impl Runs {
    /// Adds a row for a stored run, sorted by its time.
    pub(super) fn add(&self, record: RunRecord, abort: Option<AbortController>) -> RunRow {
        let row = self.make_row(record, abort);
        self.put_in(row);
        row
    }

    /// A row that is not in the list.
    pub(super) fn make_row(&self, record: RunRecord, abort: Option<AbortController>) -> RunRow {
        let key = self.inner.try_update_value(|inner| {
            inner.last_key += 1;
            inner.last_key
        });
        let make = || RunRow::new(key.unwrap_or_default(), record, abort);
        self.root.with_value(|root| root.make(make))
    }

    /// Puts a row into the list, sorted by its time.
    pub(super) fn put_in(&self, row: RunRow) {
        let (created, base_url) = row
            .record
            .with_untracked(|record| (record.created, record.base_url.clone()));
        let is_connected = self.inner.try_update_value(|inner| {
            insert(&mut inner.all, row, created);
            inner.base_url == base_url
        });
        if is_connected == Some(true) {
            self.rows.update(|rows| insert(rows, row, created));
        }
    }

    /// The row of a run by its database key.
    pub(super) fn find(&self, id: &str) -> Option<RunRow> {
        let matches = |row: &&RunRow| row.record.with_untracked(|record| record.id == id);
        self.inner
            .with_value(|inner| inner.all.iter().find(matches).copied())
    }

    /// The inputs of a run that this browser started, by the run's id.
    pub(crate) fn inputs_of(&self, run_id: &str) -> Option<Vec<Entered>> {
        let inputs = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let is_it = record.run_id.as_deref() == Some(run_id);
                is_it.then(|| record.inputs.clone())
            })
        };
        self.inner
            .with_value(|inner| inner.all.iter().find_map(inputs))
    }

    /// Takes a row out of the list.
    pub(super) fn take_out(&self, row: RunRow) {
        self.inner
            .update_value(|inner| inner.all.retain(|other| other.key != row.key));
        let mut next = None;
        self.rows.update(|rows| {
            let index = rows.iter().position(|other| other.key == row.key);
            rows.retain(|other| other.key != row.key);
            let last = rows.len().saturating_sub(1);
            next = index.and_then(|index| rows.get(index.min(last)).copied());
        });
        if self.compared.get_untracked() == Some(row.key) {
            self.compared.set(None);
        }
        // The run that takes its place in the list is shown.
        if self.selected.get_untracked().key == Some(row.key) {
            self.select(next.map(|row| row.key));
        }
    }

    /// Switches to the runs of the connected deployment.
    pub(super) fn switch_deployment(self) {
        let client = self.connection.client.get_untracked();
        let address = self.connection.address.get_untracked();
        let client = client.or_else(|| Client::new(&address, "").ok());
        let base_url = client.map(|client| client.base_url().to_owned());
        self.can_cancel.set(true);
        let changed = self.inner.try_update_value(|inner| {
            inner.capabilities = Capabilities::default();
            let base_url = base_url.unwrap_or_default();
            let changed = inner.base_url != base_url;
            inner.base_url = base_url;
            changed
        });
        if changed == Some(true) {
            self.show_all();
        }
    }

    /// Lists every run of the connected deployment and follows the newest, unless one is selected.
    pub(super) fn show_all(self) {
        let rows = self.inner.with_value(|inner| {
            let is_connected = |row: &&RunRow| {
                row.record
                    .with_untracked(|record| record.base_url == inner.base_url)
            };
            let rows = inner.all.iter().filter(is_connected);
            rows.copied().collect::<Vec<_>>()
        });
        let selected = self.selected.get_untracked().key;
        if !rows.iter().any(|row| Some(row.key) == selected) {
            self.follow(newest(&rows), None);
            self.compared.set(None);
        }
        self.rows.set(rows);
        self.poll_now();
    }

    /// Shows the result of the run that a person chose.
    pub(crate) fn select(&self, key: Option<u32>) {
        self.selected.set(Selection {
            key,
            is_alone: true,
            ..Selection::default()
        });
    }

    /// Shows the results of a run's batch; the run is the current one.
    pub(crate) fn select_in_batch(&self, key: u32) {
        self.selected.set(Selection {
            key: Some(key),
            ..Selection::default()
        });
    }

    /// Keeps what is shown now, also when a run ends.
    pub(crate) fn keep_shown(&self) {
        self.selected.set(Selection {
            key: self.shown.get_untracked(),
            is_alone: self.is_shown_alone(),
            ..Selection::default()
        });
    }

    /// Whether the result of one run is shown; not tracked.
    pub(super) fn is_shown_alone(&self) -> bool {
        self.result
            .with_untracked(|result| matches!(result, Some(Shown::Run(_))))
    }

    /// Whether a run is part of the batch whose results are shown; not tracked.
    pub(super) fn is_in_shown_batch(&self, row: RunRow) -> bool {
        self.result.with_untracked(|result| match result {
            Some(Shown::Batch(id)) => row.is_in_batch(id),
            _ => false,
        })
    }

    /// Follows a run that is about to be sent. What is shown now stays until there is a newer result.
    pub(super) fn follow_sent(&self, row: RunRow) {
        let before = self.shown.get_untracked().map(|key| Before {
            key,
            is_alone: self.is_shown_alone(),
            until: row.record.with_untracked(|record| record.created),
        });
        self.follow(Some(row.key), before);
    }

    /// Follows the newest run.
    fn follow(&self, key: Option<u32>, before: Option<Before>) {
        self.selected.set(Selection {
            key,
            is_followed: true,
            is_alone: false,
            before,
        });
    }

    /// The followed run, while it is in progress and the result of an earlier one is shown; tracked. Of a batch, a run
    /// that is in progress, also while the batch's own results are shown.
    pub(crate) fn followed(&self) -> Option<RunRow> {
        let selected = self.selected.get().key;
        let row = self.row(selected)?;
        let Some(batch) = row.batch_id() else {
            return (selected != self.shown.get() && row.is_active()).then_some(row);
        };
        let rows = self.batch(&batch);
        let running = rows.iter().find(|row| row.state() == RunState::Running);
        running
            .or_else(|| rows.iter().find(|row| row.is_active()))
            .copied()
    }

    /// Saves the input files of a run.
    pub(super) fn save_files(&self, row: RunRow) {
        let inputs = row.record.with_untracked(|record| record.inputs.clone());
        let mut files: Vec<_> = inputs.into_iter().flat_map(|input| input.files).collect();
        self.inner.update_value(|inner| {
            files.retain(|file| {
                let key = persistence::file_key(file);
                let is_new = !inner.saved_files.contains(&key);
                if is_new {
                    inner.saved_files.push(key);
                }
                is_new
            });
        });
        if files.is_empty() {
            return;
        }
        let inner = self.inner;
        spawn_local(async move {
            let deleted = persistence::save_files(files).await;
            // A later run that uses one of them saves it again.
            let _ = inner.try_update_value(|inner| {
                inner.saved_files.retain(|key| !deleted.contains(key));
            });
        });
    }

    /// Removes the oldest runs beyond the limit.
    pub(super) fn trim(&self) {
        let excess = self.inner.with_value(|inner| {
            let has_ended = |row: &&RunRow| untrack(|| !row.is_active());
            let excess = inner.all.len().saturating_sub(LIMIT);
            let oldest = inner.all.iter().rev().filter(has_ended).take(excess);
            oldest.copied().collect::<Vec<_>>()
        });
        for row in excess {
            self.take_out(row);
            self.delete(row);
        }
    }
}

fn insert(rows: &mut Vec<RunRow>, row: RunRow, created: f64) {
    let is_older = |other: &RunRow| {
        let other = other.record.with_untracked(|record| record.created);
        other <= created
    };
    let index = rows.iter().position(is_older).unwrap_or(rows.len());
    rows.insert(index, row);
}

/// The newest of these runs, which come newest first. Of a batch, its first run.
fn newest(rows: &[RunRow]) -> Option<u32> {
    let newest = rows.first()?;
    let Some(batch) = newest.batch_id() else {
        return Some(newest.key);
    };
    let own = rows.iter().filter(|row| row.is_in_batch(&batch));
    Some(own.min_by_key(|row| row.batch_index())?.key)
}
