//! The runs of the connected deployment, composed of parts that own their fields. They survive a reload, and all tabs
//! show the same runs.

use super::batch_progress::progress_text;
use super::browser::Browser;
use super::capabilities::Capabilities;
use super::channel;
use super::dropped::Dropped;
use super::following::Following;
use super::persistence;
use super::removed::Removed;
use super::rows::Rows;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::saved_files::SavedFiles;
use super::stage::Stage;
use super::timed_count::timed_count;
use crate::connection::{Connection, ConnectionStatus};
use crate::database;
use crate::deferred::{Deferred, Task};
use crate::messages as say;
use crate::poll::Poll;
use crate::text::short_id;
use crate::undo::Undo;
use ui::{Effect, Memo, RwSignal, memo, untrack};

/// The runs of the connected deployment.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// Their rows.
    pub(crate) rows: Rows,
    /// Which result is shown.
    pub(crate) stage: Stage,
    /// What a person looks for among them.
    pub(crate) browser: Browser,
    /// Those whose removal can still be undone.
    pub(super) removed: Removed,
    /// Their stored input files.
    pub(super) files: SavedFiles,
    /// What this browser has dropped.
    pub(super) dropped: Dropped,
    /// What the connected deployment supports, as far as is known.
    pub(super) capabilities: RwSignal<Capabilities>,
    /// Whether events report what happens to the runs.
    pub(super) following: Following,
    /// How many have completed in a known time.
    pub(super) timed_count: Memo<usize>,
    /// The latest announcement for screen readers.
    pub(super) announcement: RwSignal<String>,
    /// Whether the stored runs have been restored.
    pub(crate) restored: RwSignal<bool>,
    /// The connection to the deployment.
    pub(crate) connection: Connection,
    poll_requests: RwSignal<u32>,
}

/// Polls once; returns the milliseconds until the next poll.
type PollOnce = fn(Runs) -> Task<Option<u32>>;

pub(super) static POLL_DETAILS: Deferred<PollOnce> = Deferred::new();
pub(super) static RESTORE: Deferred<fn(Runs)> = Deferred::new();
pub(super) static APPLY_REMOTE_CHANGE: Deferred<fn(Runs, String)> = Deferred::new();

/// Polls run details, if there are runs.
async fn poll(runs: Runs) -> Option<u32> {
    if runs.rows.with_untracked(Vec::is_empty) {
        return None;
    }
    POLL_DETAILS.run(move |poll| poll(runs)).await.flatten()
}

impl Runs {
    /// Restores the stored runs and follows them.
    pub(crate) fn start(connection: Connection, undo: Undo) -> Self {
        let runs = Self::new(connection, undo);
        let poll = Poll::new(move || poll(runs));
        Effect::new(move |_| {
            connection.epoch.track();
            untrack(|| runs.switch_deployment());
        });
        Effect::new(move |_| {
            runs.poll_requests.track();
            connection.epoch.track();
            runs.stage.shown.track();
            if connection
                .status
                .with(|status| *status == ConnectionStatus::Live)
            {
                poll.kick();
            }
        });
        channel::listen(move |id| APPLY_REMOTE_CHANGE.call(move |apply| apply(runs, id)));
        if database::is_used() {
            RESTORE.call(move |restore| restore(runs));
        }
        runs
    }

    fn new(connection: Connection, undo: Undo) -> Self {
        let rows = Rows::new();
        Self {
            rows,
            stage: Stage::new(rows),
            browser: Browser::new(),
            removed: Removed::new(undo),
            files: SavedFiles::new(),
            dropped: Dropped::new(),
            capabilities: RwSignal::new(Capabilities::default()),
            following: Following::new(),
            timed_count: memo(move || timed_count(rows)),
            announcement: RwSignal::new(String::new()),
            restored: RwSignal::new(!database::is_used()),
            connection,
            poll_requests: RwSignal::new(0),
        }
    }

    /// Polls run details now.
    pub(crate) fn poll_now(&self) {
        let count = |requests: &mut u32| *requests = requests.wrapping_add(1);
        self.poll_requests.update(count);
    }

    /// Sets the state of a run, saves it and announces it.
    pub(super) fn set_state(&self, row: RunRow, state: RunState, message: Option<String>) {
        let before = row.record.try_with_untracked(|record| record.state);
        if row.set_state(state, message) {
            self.save(row);
            if before != Some(state) && state.is_announced() {
                self.announce(row, state);
            }
        }
    }

    /// Saves a run as it is now, and notifies other tabs.
    pub(super) fn save(&self, row: RunRow) {
        row.record
            .with_untracked(|record| persistence::save(record, channel::notify));
    }

    /// Announces a state; of a batch only its end.
    fn announce(&self, row: RunRow, state: RunState) {
        let (name, batch) = row.record.with_untracked(|record| {
            let id = record.run_id.as_deref().map(short_id);
            let name = [&record.workflow, " ", &id.unwrap_or_default()].concat();
            (name, record.batch.clone())
        });
        let Some(batch) = batch else {
            let state = state.message().now();
            let announcement = say::RUN_ANNOUNCEMENT.with(&[&name, state]);
            return self.announcement.set(announcement);
        };
        let states: Vec<_> = untrack(|| {
            self.rows
                .batch(&batch.id)
                .iter()
                .map(RunRow::state)
                .collect()
        });
        if !states.iter().any(|state| state.is_active()) {
            let progress = progress_text(&states, batch.count);
            let announcement = say::RUN_ANNOUNCEMENT.with(&[&batch.name, &progress]);
            self.announcement.set(announcement);
        }
    }
}
