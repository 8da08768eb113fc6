//! The runs of the connected deployment. They survive a reload, and all tabs show the same runs.

use super::batch_progress::progress_text;
use super::capabilities::Capabilities;
use super::channel;
use super::filter::Filter;
use super::persistence;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::selection::{Selection, Shown, shown, shown_run};
use crate::connection::{Connection, ConnectionStatus};
use crate::database;
use crate::deferred::{Deferred, Task};
use crate::messages as say;
use crate::poll::Poll;
use crate::text::short_id;
use crate::undo::Undo;
use ui::{Effect, Memo, Root, RwSignal, StoredValue, memo, spawn_local, untrack};

/// The runs of the connected deployment, the newest first.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// The rows of the list.
    pub(crate) rows: RwSignal<Vec<RunRow>>,
    /// The selected run.
    pub(super) selected: RwSignal<Selection>,
    /// The key of the run whose result is shown; of a shown batch, the current run.
    pub(crate) shown: Memo<Option<u32>>,
    /// The result that is shown.
    pub(crate) result: Memo<Option<Shown>>,
    /// The key of the run that the shown one is compared with.
    pub(crate) compared: RwSignal<Option<u32>>,
    /// Whether that run was shown alone when the comparison was started.
    pub(super) was_alone: StoredValue<bool>,
    /// The latest announcement for screen readers.
    pub(crate) announcement: RwSignal<String>,
    /// Whether the runs have the page of the results for themselves.
    pub(crate) browsing: RwSignal<bool>,
    /// Which runs of the list are shown.
    pub(crate) filter: RwSignal<Filter>,
    /// Whether the stored runs have been restored.
    pub(crate) restored: RwSignal<bool>,
    /// Whether the deployment can cancel runs, as far as is known.
    pub(crate) can_cancel: RwSignal<bool>,
    /// The connection to the deployment.
    pub(crate) connection: Connection,
    pub(super) undo: Undo,
    poll_requests: RwSignal<u32>,
    pub(super) root: StoredValue<Root>,
    pub(super) inner: StoredValue<Inner>,
}

/// State that no view depends on.
#[derive(Default)]
pub(super) struct Inner {
    /// The rows of every deployment, the newest first.
    pub(super) all: Vec<RunRow>,
    /// The rows whose removal can still be undone.
    pub(super) removed: Vec<RunRow>,
    /// What was selected before the selected run was removed.
    pub(super) selected_before_removal: Option<Selection>,
    pub(super) base_url: String,
    pub(super) last_key: u32,
    /// What the connected deployment supports.
    pub(super) capabilities: Capabilities,
    /// The keys of the files that are known to be stored.
    pub(super) saved_files: Vec<String>,
    /// What was selected before the latest run was sent.
    pub(super) previously_selected: Selection,
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
            runs.shown.track();
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
        let rows = RwSignal::new(Vec::new());
        let selected = RwSignal::new(Selection::default());
        let run = memo(move || shown_run(rows, selected));
        Self {
            rows,
            selected,
            shown: run,
            result: memo(move || shown(rows, selected, run.get())),
            browsing: RwSignal::new(false),
            compared: RwSignal::new(None),
            was_alone: StoredValue::new(true),
            announcement: RwSignal::new(String::new()),
            filter: RwSignal::new(Filter::default()),
            restored: RwSignal::new(!database::is_used()),
            can_cancel: RwSignal::new(true),
            connection,
            undo,
            poll_requests: RwSignal::new(0),
            root: Root::take(),
            inner: StoredValue::new(Inner::default()),
        }
    }

    /// The row of this key.
    pub(crate) fn row(&self, key: Option<u32>) -> Option<RunRow> {
        let key = key?;
        self.rows
            .with(|rows| rows.iter().find(|row| row.key == key).copied())
    }

    /// The row of the run with this id; not tracked.
    pub(super) fn row_of(&self, run_id: &str) -> Option<RunRow> {
        let is_it = |row: &&RunRow| {
            row.record
                .with_untracked(|record| record.run_id.as_deref() == Some(run_id))
        };
        self.rows
            .with_untracked(|rows| rows.iter().find(is_it).copied())
    }

    /// The runs of a batch, in its order.
    pub(crate) fn batch(&self, batch_id: &str) -> Vec<RunRow> {
        let mut rows = self.rows.get();
        rows.retain(|row| row.is_in_batch(batch_id));
        rows.sort_by_key(RunRow::batch_index);
        rows
    }

    /// The completed runs of a batch, in its order.
    pub(crate) fn completed_in_batch(&self, batch_id: &str) -> Vec<RunRow> {
        let mut rows = self.batch(batch_id);
        rows.retain(|row| row.state() == RunState::Completed);
        rows
    }

    /// The ratio of the pictures of a batch: that of its first one, or else of the workflow's last one; tracked.
    pub(crate) fn picture_ratio(&self, batch_id: &str) -> Option<f64> {
        let ratio = |row: &RunRow| row.live.with(|live| live.ratio);
        let batch = self.batch(batch_id);
        let workflow = |row: &RunRow| {
            row.record
                .with_untracked(|record| record.workflow_id.clone())
        };
        let own = workflow(batch.first()?);
        let is_same = |row: &&RunRow| workflow(row) == own;
        let of_workflow = || {
            self.rows
                .with(|rows| rows.iter().filter(is_same).find_map(ratio))
        };
        batch.iter().find_map(ratio).or_else(of_workflow)
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
        let record = row.record.get_untracked();
        spawn_local(async move {
            let id = record.id.clone();
            persistence::save(record).await;
            channel::notify(&id);
        });
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
        let states: Vec<_> = untrack(|| self.batch(&batch.id).iter().map(RunRow::state).collect());
        if !states.iter().any(|state| state.is_active()) {
            let progress = progress_text(&states, batch.count);
            let announcement = say::RUN_ANNOUNCEMENT.with(&[&batch.name, &progress]);
            self.announcement.set(announcement);
        }
    }
}
