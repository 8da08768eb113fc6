//! The rows of all runs that this browser knows. The list shows those of the connected deployment.

use std::collections::HashSet;

use web_sys::AbortController;

use super::limit::{self, Candidate, LIMIT};
use super::record::RunRecord;
use super::run_row::RunRow;
use super::run_state::RunState;
use crate::entered::Entered;
use ui::{Root, RwSignal, StoredValue};

/// The rows of the list, the newest first, and those of every other deployment.
#[derive(Clone, Copy)]
pub(crate) struct Rows {
    listed: RwSignal<Vec<RunRow>>,
    unlisted: StoredValue<Unlisted>,
    root: StoredValue<Root>,
}

/// What no view depends on.
#[derive(Default)]
struct Unlisted {
    /// The rows of every deployment, the newest first.
    all: Vec<RunRow>,
    /// The connected deployment.
    base_url: String,
    last_key: u32,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            listed: RwSignal::new(Vec::new()),
            unlisted: StoredValue::new(Unlisted::default()),
            root: Root::take(),
        }
    }

    /// The listed rows; tracked.
    pub(crate) fn get(&self) -> Vec<RunRow> {
        self.listed.get()
    }

    /// The listed rows, not tracked.
    pub(crate) fn get_untracked(&self) -> Vec<RunRow> {
        self.listed.get_untracked()
    }

    /// Reads the listed rows; tracked.
    pub(crate) fn with<U>(&self, read: impl FnOnce(&Vec<RunRow>) -> U) -> U {
        self.listed.with(read)
    }

    /// Reads the listed rows, not tracked.
    pub(crate) fn with_untracked<U>(&self, read: impl FnOnce(&Vec<RunRow>) -> U) -> U {
        self.listed.with_untracked(read)
    }

    /// The listed row of this key; tracked.
    pub(crate) fn row(&self, key: Option<u32>) -> Option<RunRow> {
        let key = key?;
        self.with(|rows| rows.iter().find(|row| row.key == key).copied())
    }

    /// The listed row of the run with this id; not tracked.
    pub(super) fn row_of(&self, run_id: &str) -> Option<RunRow> {
        let is_it = |row: &&RunRow| {
            row.record
                .with_untracked(|record| record.run_id.as_deref() == Some(run_id))
        };
        self.with_untracked(|rows| rows.iter().find(is_it).copied())
    }

    /// The runs of a batch, in its order; tracked.
    pub(crate) fn batch(&self, batch_id: &str) -> Vec<RunRow> {
        let mut rows = self.get();
        rows.retain(|row| row.is_in_batch(batch_id));
        rows.sort_by_key(RunRow::batch_index);
        rows
    }

    /// The completed runs of a batch, in its order; tracked.
    pub(crate) fn completed_in_batch(&self, batch_id: &str) -> Vec<RunRow> {
        let mut rows = self.batch(batch_id);
        rows.retain(|row| row.state() == RunState::Completed);
        rows
    }

    /// The inputs of a run that this browser started, by the run's id.
    pub(crate) fn inputs_of(&self, run_id: &str) -> Option<Vec<Entered>> {
        let inputs = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let is_it = record.run_id.as_deref() == Some(run_id);
                is_it.then(|| record.inputs.clone())
            })
        };
        self.unlisted
            .with_value(|unlisted| unlisted.all.iter().find_map(inputs))
    }

    /// The row of a run of any deployment, by its database key.
    pub(super) fn find(&self, id: &str) -> Option<RunRow> {
        let matches = |row: &&RunRow| row.record.with_untracked(|record| record.id == id);
        self.unlisted
            .with_value(|unlisted| unlisted.all.iter().find(matches).copied())
    }

    /// The rows of every deployment, not tracked.
    pub(super) fn all(&self) -> Vec<RunRow> {
        self.unlisted.with_value(|unlisted| unlisted.all.clone())
    }

    /// The connected deployment.
    pub(super) fn base_url(&self) -> String {
        self.unlisted
            .with_value(|unlisted| unlisted.base_url.clone())
    }

    /// Adds a row, sorted by its time.
    pub(super) fn add(&self, record: RunRecord, abort: Option<AbortController>) -> RunRow {
        let row = self.make(record, abort);
        self.put_in(row);
        row
    }

    /// A row that is not among them.
    pub(super) fn make(&self, record: RunRecord, abort: Option<AbortController>) -> RunRow {
        let key = self.unlisted.try_update_value(|unlisted| {
            unlisted.last_key += 1;
            unlisted.last_key
        });
        let make = || RunRow::new(key.unwrap_or_default(), record, abort);
        self.root.with_value(|root| root.make(make))
    }

    /// Puts a row in, sorted by its time.
    pub(super) fn put_in(&self, row: RunRow) {
        self.put_in_all(&[row]);
    }

    /// Puts rows in, sorted by their times.
    pub(super) fn put_in_all(&self, rows: &[RunRow]) {
        let listed = self.unlisted.try_update_value(|unlisted| {
            insert(&mut unlisted.all, rows);
            let mut listed = rows.to_vec();
            listed.retain(|row| row.is_at(&unlisted.base_url));
            listed
        });
        let listed = listed.unwrap_or_default();
        if !listed.is_empty() {
            self.listed.update(|rows| insert(rows, &listed));
        }
    }

    /// Takes rows out; returns the row that takes the place of the one with the key `shown` in the list, if that is one of
    /// them.
    pub(super) fn take_out(&self, rows: &[RunRow], shown: Option<u32>) -> Option<RunRow> {
        let keys: HashSet<u32> = rows.iter().map(|row| row.key).collect();
        let is_out = |row: &RunRow| keys.contains(&row.key);
        self.unlisted
            .update_value(|unlisted| unlisted.all.retain(|row| !is_out(row)));
        let mut next = None;
        self.listed.update(|rows| {
            let index = rows.iter().position(|row| Some(row.key) == shown);
            let before = index.map(|index| rows.iter().take(index).filter(|row| !is_out(row)));
            let place = before.map(Iterator::count);
            rows.retain(|row| !is_out(row));
            let last = rows.len().saturating_sub(1);
            next = place.and_then(|place| rows.get(place.min(last)).copied());
        });
        next
    }

    /// Notes which deployment is connected; returns whether that is another one than before.
    pub(super) fn connect(&self, base_url: String) -> bool {
        let changed = self.unlisted.try_update_value(|unlisted| {
            let changed = unlisted.base_url != base_url;
            unlisted.base_url = base_url;
            changed
        });
        changed == Some(true)
    }

    /// Lists every run of the connected deployment.
    pub(super) fn list_all(&self) {
        let rows = self.unlisted.with_value(|unlisted| {
            let mut rows = unlisted.all.clone();
            rows.retain(|row| row.is_at(&unlisted.base_url));
            rows
        });
        self.listed.set(rows);
    }

    /// The oldest runs beyond the limit.
    pub(super) fn beyond_limit(&self) -> Vec<RunRow> {
        let candidate = |row: &RunRow| {
            row.record.with_untracked(|record| Candidate {
                batch: record.batch.as_ref().map(|batch| batch.id.clone()),
                stays: record.is_starred || record.state.is_open(),
            })
        };
        self.unlisted.with_value(|unlisted| {
            let all = &unlisted.all;
            if all.len() <= LIMIT {
                return Vec::new();
            }
            let candidates: Vec<Candidate> = all.iter().map(candidate).collect();
            let dropped = limit::dropped(&candidates, LIMIT).into_iter();
            dropped
                .filter_map(|index| all.get(index).copied())
                .collect()
        })
    }
}

/// Puts rows among others, all sorted from the newest to the oldest. Of equal times, the one that came last is first.
fn insert(rows: &mut Vec<RunRow>, new: &[RunRow]) {
    match new {
        [row] => {
            let created = row.created();
            let index = rows.iter().position(|other| other.created() <= created);
            rows.insert(index.unwrap_or(rows.len()), *row);
        }
        new => {
            let mut all: Vec<RunRow> = new.iter().rev().copied().collect();
            all.append(rows);
            all.sort_by(|a, b| b.created().total_cmp(&a.created()));
            *rows = all;
        }
    }
}
