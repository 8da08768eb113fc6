//! Which runs the list contains: those of the connected deployment, the newest first, up to a limit. And
//! which of them is selected.

use web_sys::AbortController;

use super::capabilities::Capabilities;
use super::persistence;
use super::record::RunRecord;
use super::run_row::RunRow;
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
        if self.selected.get_untracked().chosen() == Some(row.key) {
            match next {
                Some(next) => self.select(next.key),
                None => self.selected.set(Selection::default()),
            }
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
            if self.selected.get_untracked().chosen().is_none() {
                self.selected.set(Selection::default());
            }
            self.show_all();
        }
    }

    /// Lists every run of the connected deployment.
    pub(super) fn show_all(self) {
        let rows = self.inner.with_value(|inner| {
            let is_connected = |row: &&RunRow| {
                row.record
                    .with_untracked(|record| record.base_url == inner.base_url)
            };
            let rows = inner.all.iter().filter(is_connected);
            rows.copied().collect::<Vec<_>>()
        });
        let chosen = self.selected.get_untracked().chosen();
        if chosen.is_some_and(|key| !rows.iter().any(|row| row.key == key)) {
            self.selected.set(Selection::default());
            self.compared.set(None);
        }
        self.rows.set(rows);
        self.poll_now();
    }

    /// Shows the result of the run that a person chose.
    pub(crate) fn select(&self, key: u32) {
        let is_alone = true;
        self.selected.set(Selection::Chosen { key, is_alone });
    }

    /// Shows the results of a run's batch; the run is the current one.
    pub(crate) fn select_in_batch(&self, key: u32) {
        let is_alone = false;
        self.selected.set(Selection::Chosen { key, is_alone });
    }

    /// Keeps what is shown now, also when a run ends.
    pub(crate) fn keep_shown(&self) {
        if let Some(key) = self.shown.get_untracked() {
            let is_alone = self.is_shown_alone();
            self.selected.set(Selection::Chosen { key, is_alone });
        }
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

    /// Follows the runs that are about to be sent. What is shown now stays until there is a newer result.
    pub(super) fn follow_sent(&self, since: f64) {
        let before = self.shown.get_untracked().map(|key| Before {
            key,
            is_alone: self.is_shown_alone(),
        });
        self.selected.set(Selection::Followed { since, before });
    }

    /// Selects what was selected before, if it still exists.
    pub(super) fn select_again(&self, before: Selection) {
        let exists = |key| {
            self.rows
                .with_untracked(|rows| rows.iter().any(|row| row.key == key))
        };
        let is_gone = before.chosen().is_some_and(|key| !exists(key));
        self.selected.set(if is_gone {
            Selection::default()
        } else {
            before
        });
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
