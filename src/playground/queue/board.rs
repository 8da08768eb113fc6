//! The board: the live state of every queue, and the user's actions on it. Knows nothing about the
//! elements that show it; `polling` decides when the queues are read.

mod estimates;
pub(super) mod own_tasks;
mod polling;

use super::own_times::OwnTimes;
use super::state::{BoardState, Totals, Viewport};
use super::view_options::ViewOptions;
use super::worker;
use crate::connection::{Connection, ConnectionStatus};
use crate::poll::Poll;
use crate::runs::{RunRecord, Runs};
use ui::{Effect, RwSignal, StoredValue};

/// The latest queue snapshot and how it is viewed.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// When the latest snapshot was taken.
    pub(crate) snapshot_at: RwSignal<Option<f64>>,
    /// Whether the user paused polling.
    pub(super) paused: RwSignal<bool>,
    /// Counts changes of the arrangement: which instances are shown, and where.
    pub(super) arranged: RwSignal<u32>,
    /// Counts changes of the viewport.
    pub(super) scrolled: RwSignal<u32>,
    /// Counts load samples.
    pub(super) sampled: RwSignal<u32>,
    pub(super) runs: Runs,
    /// How long the user's own runs took.
    own_times: RwSignal<OwnTimes>,
    state: StoredValue<BoardState>,
    pub(super) connection: Connection,
    poll_requests: RwSignal<u32>,
}

impl Board {
    /// An empty board that polls while the page is connected.
    pub(crate) fn start(connection: Connection, runs: Runs) -> Self {
        let board = Self {
            snapshot_at: RwSignal::new(None),
            paused: RwSignal::new(false),
            arranged: RwSignal::new(0),
            scrolled: RwSignal::new(0),
            sampled: RwSignal::new(0),
            runs,
            own_times: RwSignal::new(OwnTimes::default()),
            state: StoredValue::new(BoardState::new()),
            connection,
            poll_requests: RwSignal::new(0),
        };
        let poll = Poll::new(move || board.poll());
        Effect::new(move |_| {
            connection.epoch.track();
            board.clear();
            poll.kick();
        });
        // A run of the user changed, or the user resumed: read the queues at once.
        Effect::new(move |before: Option<()>| {
            board.poll_requests.track();
            let times = OwnTimes::collect(runs.completed());
            if board.own_times.with_untracked(|own| *own != times) {
                board.own_times.set(times);
            }
            if before.is_some() {
                board.update(|state| state.polling.unchanged = 0);
                poll.kick();
            }
        });
        board
    }

    /// Whether the latest snapshot is out of date.
    pub(super) fn is_stale(&self) -> bool {
        let is_live = self
            .connection
            .status
            .with(|status| *status == ConnectionStatus::Live);
        !is_live && self.snapshot_at.get().is_some()
    }

    /// Reads the state.
    pub(super) fn read<T>(&self, read: impl FnOnce(&BoardState) -> T) -> T {
        self.state.with_value(read)
    }

    /// Changes the state.
    pub(super) fn update<T>(&self, update: impl FnOnce(&mut BoardState) -> T) -> T
    where
        T: Default,
    {
        self.state.try_update_value(update).unwrap_or_default()
    }

    /// Counts over all instances; tracks the arrangement.
    pub(super) fn totals(&self) -> Totals {
        self.arranged.track();
        self.read(|state| state.totals)
    }

    /// How many engine instances the deployment has, as far as known; tracked.
    pub(crate) fn engines(&self) -> usize {
        self.totals().instances
    }

    /// Pauses or resumes polling.
    pub(super) fn pause(&self, paused: bool) {
        self.paused.set(paused);
        self.poll_now();
    }

    /// Changes and stores the view options.
    pub(super) fn update_options(&self, update: impl FnOnce(&mut ViewOptions)) {
        let (interval, options) = self.update(|state| {
            let interval = state.options.interval;
            update(&mut state.options);
            (interval, state.options.clone())
        });
        options.save();
        if options.interval == interval {
            self.search(true);
            self.arrange();
        } else {
            self.poll_now();
        }
    }

    /// Lists all tasks of an instance, or fewer.
    pub(super) fn expand(&self, key: usize, expanded: bool) {
        self.update(|state| {
            if let Some(instance) = state.instance_mut(key) {
                instance.expanded = expanded;
                instance.notify();
            }
        });
        self.arrange();
    }

    /// Sets the part of the list that is in view.
    pub(super) fn set_viewport(&self, viewport: Viewport) {
        let scaled = self.update(|state| {
            let scaled = state.viewport.sizes != viewport.sizes;
            state.viewport = viewport;
            scaled
        });
        if scaled {
            self.arrange();
        }
        self.refresh_viewport();
    }

    /// Renders the instances in view again.
    pub(super) fn refresh_viewport(&self) {
        increment(self.scrolled);
    }

    /// The workflow's name of one of the user's own runs.
    pub(super) fn workflow_name(&self, run_id: &str) -> Option<String> {
        self.own_record(run_id, |record| record.workflow.clone())
    }

    fn own_record<T>(&self, run_id: &str, read: impl Fn(&RunRecord) -> T) -> Option<T> {
        self.runs.rows.with_untracked(|rows| {
            rows.iter().find_map(|row| {
                row.record.with_untracked(|record| {
                    let is_run = record.run_id.as_deref() == Some(run_id);
                    is_run.then(|| read(record))
                })
            })
        })
    }

    fn poll_now(&self) {
        increment(self.poll_requests);
    }

    fn arrange(&self) {
        self.update(BoardState::arrange);
        increment(self.arranged);
    }

    /// Searches the instances that changed, or all of them.
    fn search(&self, all: bool) {
        let workflow_name = |id: &str| self.workflow_name(id);
        self.update(|state| {
            let options = state.options.clone();
            for key in state.keys().collect::<Vec<_>>() {
                if let Some(instance) = state.instance_mut(key)
                    && (all || !instance.search_is_current)
                {
                    instance.matches_search = options.matches_search(instance, &workflow_name);
                    instance.search_is_current = true;
                }
            }
        });
    }

    fn clear(&self) {
        worker::reset();
        self.update(BoardState::clear);
        self.snapshot_at.set(None);
        self.paused.set(false);
        self.arrange();
    }
}

fn increment(count: RwSignal<u32>) {
    let _ = count.try_update(|count| *count = count.wrapping_add(1));
}
