//! The rows of this session's runs. Their ids, workflows and times outlive a refresh; files and
//! pictures do not.

use std::time::Duration;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use web_sys::AbortController;

use super::follow;
use super::track::{Place, RunState};
use crate::api::{QueueEntry, RunDetail, RunEntry};
use crate::playground::connection::{Connection, Link};
use crate::playground::poll::Poll;
use crate::playground::root::Root;
use crate::playground::storage;
use crate::playground::time::{now, parse};

/// How many runs the list keeps.
const LIMIT: usize = 200;

/// What of a run never changes, or only with its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The deployment's address: a run of another one is nobody's business here.
    pub(crate) base_url: String,
    /// The run's id, once the deployment gave one.
    pub(crate) run_id: Option<String>,
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// Labels and what was entered.
    pub(crate) inputs: Vec<(String, String)>,
    /// When Run was pressed.
    pub(crate) created: f64,
    /// When its state was last seen to change.
    pub(crate) changed: f64,
    /// The state.
    pub(crate) state: RunState,
    /// What is to be said about the state.
    pub(crate) message: Option<String>,
}

/// One run.
#[derive(Clone, Copy)]
pub(crate) struct RunRow {
    /// Its key in the list.
    pub(crate) key: u32,
    /// What is known of it.
    pub(crate) record: RwSignal<Record>,
    /// Where it is in the queues.
    pub(crate) place: RwSignal<Option<Place>>,
    /// What the deployment tells of it.
    pub(crate) detail: RwSignal<Option<RunDetail>>,
    /// Whether a cancel is on its way.
    pub(crate) cancelling: RwSignal<bool>,
    /// Pictures of the queue in a row that it was missing from.
    pub(super) missed: StoredValue<u32>,
    /// Readings of its detail in a row that found none.
    pub(super) untold: StoredValue<u32>,
    abort: StoredValue<Option<AbortController>, LocalStorage>,
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
        let kept: Vec<Record> = storage::load(storage::Place::Tab, "runs").unwrap_or_default();
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
    pub(crate) fn begin(
        &self,
        workflow_id: &str,
        workflow: &str,
        inputs: Vec<(String, String)>,
        abort: Option<AbortController>,
    ) -> RunRow {
        let client = self.connection.client.get_untracked();
        let record = Record {
            base_url: client
                .map(|client| client.base_url().to_owned())
                .unwrap_or_default(),
            run_id: None,
            workflow_id: workflow_id.to_owned(),
            workflow: workflow.to_owned(),
            inputs,
            created: now(),
            changed: now(),
            state: RunState::Uploading,
            message: None,
        };
        self.add(record, abort)
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

    /// Takes a new picture of the queues.
    pub(crate) fn saw_queue(&self, entries: &[QueueEntry]) {
        let rows = self.rows.get_untracked();
        let moved = rows.iter().filter(|row| row.saw_queue(entries)).count();
        if moved > 0 {
            self.poll.kick();
        }
    }

    /// Whether a run of this id is one of ours.
    pub(crate) fn is_mine(&self, run_id: &str) -> bool {
        let is_this = |record: &Record| record.run_id.as_deref() == Some(run_id);
        self.rows
            .with(|rows| rows.iter().any(|row| row.record.with(is_this)))
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
        storage::save(storage::Place::Tab, "runs", &kept);
    }
}

impl RunRow {
    fn new(key: u32, record: Record, abort: Option<AbortController>) -> Self {
        Self {
            key,
            record: RwSignal::new(record),
            place: RwSignal::new(None),
            detail: RwSignal::new(None),
            cancelling: RwSignal::new(false),
            missed: StoredValue::new(0),
            untold: StoredValue::new(0),
            abort: StoredValue::new_local(abort),
        }
    }

    /// Its state.
    pub(crate) fn state(&self) -> RunState {
        self.record.with(|record| record.state)
    }

    /// Whether it is under way.
    pub(crate) fn is_active(&self) -> bool {
        self.state().is_active()
    }

    /// Its id, for a caller that does not follow it.
    pub(crate) fn run_id(&self) -> Option<String> {
        self.record.with_untracked(|record| record.run_id.clone())
    }

    /// Stops its upload, where it is still uploading.
    pub(crate) fn abort(&self) {
        let abort = self.abort.try_update_value(Option::take).flatten();
        if let Some(abort) = abort {
            abort.abort();
        }
    }

    /// How long it took, or takes: engine time where the deployment tells it.
    pub(crate) fn took(&self, now: f64) -> f64 {
        let told = self.detail.with(|detail| {
            let detail = detail.as_ref()?;
            let start = parse(detail.started_at.as_deref()?)?;
            Some(parse(detail.completed_at.as_deref()?)? - start)
        });
        let (active, created, changed) = self
            .record
            .with(|record| (record.state.is_active(), record.created, record.changed));
        told.unwrap_or(if active { now } else { changed } - created)
    }

    /// Takes a new state.
    pub(super) fn move_to(&self, state: RunState, message: Option<String>) {
        let same = self
            .record
            .with_untracked(|record| record.state == state && record.message == message);
        if same {
            return;
        }
        self.record.update(|record| {
            if record.state != state {
                record.changed = now();
            }
            record.state = state;
            record.message = message;
        });
    }

    fn saw_queue(&self, entries: &[QueueEntry]) -> bool {
        let Some(run_id) = self.run_id() else {
            return false;
        };
        let place = Place::find(&run_id, entries);
        let missed = if place.is_some() {
            0
        } else {
            self.missed.get_value() + 1
        };
        self.missed.set_value(missed);
        let before = self.record.with_untracked(|record| record.state);
        let told = self.untold.get_value() < follow::UNTOLD;
        let after = before.after_queue(place.as_ref(), missed, told);
        let left = place.is_none() && self.place.with_untracked(Option::is_some);
        if self.place.with_untracked(|last| *last != place) {
            self.place.set(place);
        }
        if after != before {
            let message = (after == RunState::Unknown).then(|| {
                "It left the queue, and this deployment does not tell how it ended.".to_owned()
            });
            self.move_to(after, message);
        }
        left || after != before
    }
}

/// How long to wait between two readings of details.
pub(super) const PACE: Duration = Duration::from_secs(1);
