//! The rows of this session's runs. Their ids, workflows and times outlive a refresh; files and
//! pictures do not.

use std::collections::HashMap;

use leptos::prelude::*;
use web_sys::AbortController;

use super::follow;
use super::record::{Record, RunRow};
use super::track::{Place, RunState};
use crate::api::RunEntry;
use crate::playground::connection::{Connection, Link};
use crate::playground::poll::Poll;
use crate::playground::root::Root;
use crate::playground::time::now;

/// How many runs the list keeps.
const LIMIT: usize = 200;

/// A run about to be sent.
pub(crate) struct Begin {
    pub(crate) workflow_id: String,
    pub(crate) workflow: String,
    pub(crate) inputs: Vec<crate::playground::form::Entered>,
    pub(crate) group: Option<Group>,
    pub(crate) abort: Option<AbortController>,
}

/// Its group.
pub(crate) struct Group {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) index: usize,
    pub(crate) count: usize,
}

/// The runs of this session, the newest first.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// The rows.
    pub(crate) rows: RwSignal<Vec<RunRow>>,
    /// The key of the chosen one.
    pub(crate) choice: RwSignal<Option<u32>>,
    pub(super) poll: Poll,
    connection: Connection,
    next: StoredValue<u32>,
    root: StoredValue<Root>,
}

impl Runs {
    /// The runs that are kept, followed from now on.
    pub(crate) fn start(connection: Connection) -> Self {
        let rows = RwSignal::new(Vec::new());
        let choice = RwSignal::new(None);
        let poll = Poll::new(move || follow::round(connection, rows, choice));
        let (next, root) = (StoredValue::new(0), Root::take());
        let runs = Self {
            rows,
            choice,
            poll,
            connection,
            next,
            root,
        };
        let kept: Vec<Record> = Vec::new();
        for record in kept.into_iter().rev() {
            runs.add(record, None);
        }
        let live = Memo::new(move |_| connection.link.with(|link| *link == Link::Live));
        Effect::new(move |_| runs.save());
        Effect::new(move |_| {
            connection.epoch.track();
            choice.track();
            if live.get() {
                poll.kick();
            }
        });
        runs
    }

    /// The chosen row.
    pub(crate) fn chosen(&self) -> Option<RunRow> {
        let key = self.choice.get()?;
        self.rows
            .with(|rows| rows.iter().find(|row| row.key == key).copied())
    }

    /// A row for a run whose form is about to be sent.
    pub(crate) fn begin(&self, begin: Begin) -> RunRow {
        let client = self.connection.client.get_untracked();
        let record = Record {
            base_url: client
                .map(|client| client.base_url().to_owned())
                .unwrap_or_default(),
            run_id: None,
            workflow_id: begin.workflow_id,
            workflow: begin.workflow,
            inputs: begin
                .inputs
                .into_iter()
                .map(|entered| (entered.label, entered.text))
                .collect(),
            created: now(),
            changed: now(),
            state: RunState::Uploading,
            message: None,
        };
        self.add(record, begin.abort)
    }

    /// The deployment refused it.
    pub(crate) fn refused(&self, row: RunRow, _why: &str) {
        self.drop_row(row);
    }

    /// The deployment took it, as one run or as several.
    pub(crate) fn accepted(&self, row: RunRow, entries: &[RunEntry]) {
        let Some((first, others)) = entries.split_first() else {
            return self.lost(row, "the deployment accepted the run but gave it no id");
        };
        row.move_to(RunState::Accepted, None);
        for other in others {
            let record = Record {
                run_id: Some(other.run_id.clone()),
                ..row.record.get_untracked()
            };
            self.add(record, None);
        }
        row.record
            .update(|record| record.run_id = Some(first.run_id.clone()));
        self.choice.set(Some(row.key));
        self.poll.kick();
    }

    /// Nobody knows whether it began.
    pub(crate) fn lost(&self, row: RunRow, why: &str) {
        let message = format!(
            "{why}. It may have begun all the same: look at the queue before you run it again."
        );
        row.move_to(RunState::Unknown, Some(message));
    }

    /// Its upload was stopped here.
    pub(crate) fn stopped(&self, row: RunRow) {
        row.move_to(
            RunState::Cancelled,
            Some("Stopped while it was uploading.".to_owned()),
        );
    }

    /// Takes a row out: its run never began.
    pub(crate) fn drop_row(&self, row: RunRow) {
        self.rows
            .update(|rows| rows.retain(|other| other.key != row.key));
        if self.choice.get_untracked() == Some(row.key) {
            let first = self
                .rows
                .with_untracked(|rows| rows.first().map(|row| row.key));
            self.choice.set(first);
        }
    }

    /// Takes the places of ours in a new picture of the queues.
    pub(crate) fn saw_queue(&self, places: &HashMap<String, Place>) {
        let rows = self.rows.get_untracked();
        let moved = rows.iter().filter(|row| row.saw_queue(places)).count();
        if moved > 0 {
            self.poll.kick();
        }
    }

    /// The ids of runs that may still be in a queue; follows nothing.
    pub(crate) fn active_ids(&self) -> Vec<String> {
        let id = |row: &RunRow| {
            row.record.with_untracked(|record| {
                let id = record.run_id.clone();
                id.filter(|_| !record.state.is_final())
            })
        };
        self.rows
            .with_untracked(|rows| rows.iter().filter_map(id).collect())
    }

    /// Cancels a run of ours by its id.
    pub(crate) fn cancel(&self, run_id: &str) {
        let is_it = |row: &&RunRow| row.run_id().as_deref() == Some(run_id);
        let row = self
            .rows
            .with_untracked(|rows| rows.iter().find(is_it).copied());
        if let Some(row) = row {
            follow::cancel(self.connection, row);
        }
    }

    fn add(&self, record: Record, abort: Option<AbortController>) -> RunRow {
        let key = self.next.get_value();
        self.next.set_value(key + 1);
        let row = self
            .root
            .with_value(|root| root.make(|| RunRow::new(key, record, abort)));
        self.rows.update(|rows| rows.insert(0, row));
        self.choice.set(Some(key));
        row
    }

    fn save(&self) {
        let rows = self.rows.get();
        let records = rows.iter().map(|row| row.record.get());
        let sent = records.filter(|record| record.run_id.is_some());
        let kept: Vec<Record> = sent.take(LIMIT).collect();
        let _ = kept;
    }
}
