//! One run in the list: its record, and its state while the page is open.

use web_sys::AbortController;

use super::record::RunRecord;
use super::run_state::{QueuePosition, RunState};
use super::upload::Upload;
use crate::time::{now, parse};
use api::{RunDetail, RunProgress};
use client::follow::FollowedRun;
use ui::{RwSignal, StoredValue};

/// State that changes while a run is in progress, and is not stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LiveState {
    /// The address of a small picture of its first output.
    pub(crate) thumbnail: Option<String>,
    /// The width of that picture by its height, once it is loaded.
    pub(crate) ratio: Option<f64>,
    /// Whether its upload got no answer, and waits until the deployment responds.
    pub(crate) waits_for_deployment: bool,
    /// Its position in a queue.
    pub(crate) queue_position: Option<QueuePosition>,
    /// The progress of its upload.
    pub(crate) upload: Option<Upload>,
    /// The address of its last preview, while it is running.
    pub(crate) preview: Option<String>,
    /// How often an engine instance has been given it, if the deployment reports that.
    pub(crate) attempts: u32,
    /// Whether a cancel request is pending.
    pub(crate) is_cancelling: bool,
    /// Whether the detail was read since the page was opened: links to outputs expire.
    pub(crate) has_fresh_detail: bool,
    /// Whether new links to its outputs were requested.
    pub(crate) is_renewing_links: bool,
    /// Whether its upload can be aborted in this tab.
    pub(crate) can_abort: bool,
}

/// When what follows a run looks at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Look {
    /// Nothing is due.
    #[default]
    Never,
    /// At this time, in milliseconds.
    At(f64),
    /// Now: its detail is to be read.
    Now,
}

/// State that no view depends on.
#[derive(Default)]
pub(super) struct Bookkeeping {
    /// Follows its run.
    pub(super) followed: Option<FollowedRun>,
    look: Look,
    /// The consecutive requests that found no detail.
    pub(super) missed_details: u32,
    /// Whether the deployment answered that it does not know the run.
    pub(super) is_not_known: bool,
    /// Whether another tab sent it while this one was open.
    has_arrived: bool,
    /// Whether its thumbnail was requested.
    pub(super) thumbnail_is_requested: bool,
    abort: Option<AbortController>,
}

/// One run in the list.
#[derive(Clone, Copy)]
pub(crate) struct RunRow {
    /// Its key in the list.
    pub(crate) key: u32,
    /// Its stored data.
    pub(crate) record: RwSignal<RunRecord>,
    /// State that changes while it is in progress.
    pub(crate) live: RwSignal<LiveState>,
    /// Its progress. It changes with every poll, so few views track it.
    pub(super) progress: RwSignal<Option<RunProgress>>,
    pub(super) bookkeeping: StoredValue<Bookkeeping>,
}

// No two rows have the same key.
impl PartialEq for RunRow {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl RunRow {
    pub(super) fn new(key: u32, record: RunRecord, abort: Option<AbortController>) -> Self {
        let live = LiveState {
            can_abort: abort.is_some(),
            ..LiveState::default()
        };
        let bookkeeping = Bookkeeping {
            abort,
            ..Bookkeeping::default()
        };
        Self {
            key,
            record: RwSignal::new(record),
            live: RwSignal::new(live),
            progress: RwSignal::new(None),
            bookkeeping: StoredValue::new(bookkeeping),
        }
    }

    /// When Run was pressed for it; not tracked.
    pub(super) fn created(&self) -> f64 {
        self.record.with_untracked(|record| record.created)
    }

    /// Whether it is a run of this deployment; not tracked.
    pub(super) fn is_at(&self, base_url: &str) -> bool {
        self.record
            .with_untracked(|record| record.base_url == base_url)
    }

    /// Its state.
    pub(crate) fn state(&self) -> RunState {
        self.record.with(|record| record.state)
    }

    /// Its state; tracked only as long as it can change, for what depends on the states of thousands of runs.
    pub(crate) fn changing_state(&self) -> RunState {
        let state = self.record.with_untracked(|record| record.state);
        match state.is_final() {
            true => state,
            false => self.state(),
        }
    }

    /// Whether its record meets a condition that it keeps once it meets it; tracked only until then.
    pub(crate) fn has_become(&self, is_true: fn(&RunRecord) -> bool) -> bool {
        self.record.with_untracked(is_true) || self.record.with(is_true)
    }

    /// Whether it is in progress.
    pub(crate) fn is_active(&self) -> bool {
        self.state().is_active()
    }

    /// Whether it is running and has a preview; tracked.
    pub(crate) fn has_preview(&self) -> bool {
        self.state() == RunState::Running && self.live.with(|live| live.preview.is_some())
    }

    /// Its id, not tracked.
    pub(crate) fn run_id(&self) -> Option<String> {
        self.record.with_untracked(|record| record.run_id.clone())
    }

    /// The id of the batch that it is part of.
    pub(crate) fn batch_id(&self) -> Option<String> {
        self.record
            .with_untracked(|record| Some(record.batch.as_ref()?.id.clone()))
    }

    /// Its position in its batch.
    pub(crate) fn batch_index(&self) -> usize {
        self.record.with_untracked(|record| {
            let batch = record.batch.as_ref();
            batch.map_or(0, |batch| batch.index)
        })
    }

    /// Whether it is part of this batch.
    pub(crate) fn is_in_batch(&self, batch_id: &str) -> bool {
        self.record.with_untracked(|record| {
            let batch = record.batch.as_ref();
            batch.is_some_and(|batch| batch.id == batch_id)
        })
    }

    /// Notes when it is looked at.
    pub(super) fn look(&self, look: Look) {
        self.bookkeeping
            .update_value(|bookkeeping| bookkeeping.look = look);
    }

    /// Whether what follows its run is to look at it now.
    pub(super) fn is_due(&self, now: f64) -> bool {
        self.bookkeeping
            .with_value(|bookkeeping| matches!(bookkeeping.look, Look::At(at) if at <= now))
    }

    /// Whether its detail is to be read now.
    pub(super) fn is_read_now(&self) -> bool {
        self.bookkeeping
            .with_value(|bookkeeping| bookkeeping.look == Look::Now)
    }

    /// Whether it is looked at now or later.
    pub(super) fn is_looked_at(&self) -> bool {
        self.bookkeeping
            .with_value(|bookkeeping| bookkeeping.look != Look::Never)
    }

    /// Whether what follows its run has seen it end.
    pub(super) fn has_ended(&self) -> bool {
        self.bookkeeping.with_value(|bookkeeping| {
            let followed = bookkeeping.followed.as_ref();
            followed.is_some_and(FollowedRun::has_ended)
        })
    }

    /// Drops what follows its run; the next news begins anew.
    pub(super) fn forget(&self) {
        self.bookkeeping.update_value(|bookkeeping| {
            bookkeeping.followed = None;
            bookkeeping.look = Look::Never;
        });
    }

    /// Whether another tab sent it while this one was open.
    pub(super) fn has_arrived(&self) -> bool {
        self.bookkeeping
            .with_value(|bookkeeping| bookkeeping.has_arrived)
    }

    /// Notes that another tab sent it while this one was open.
    pub(super) fn note_arrival(&self) {
        self.bookkeeping
            .update_value(|bookkeeping| bookkeeping.has_arrived = true);
    }

    /// Whether the tab with this id sent it.
    pub(super) fn is_of_tab(&self, id: &str) -> bool {
        self.record.with_untracked(|record| record.tab == id)
    }

    /// Notes that its upload got no answer, and waits until the deployment responds.
    pub(crate) fn wait_for_deployment(&self) {
        // The row may have been removed in the meantime.
        let _ = self.live.try_update(|live| {
            live.upload = None;
            live.waits_for_deployment = true;
        });
    }

    /// Updates the progress of its upload.
    pub(crate) fn set_upload(&self, sent: f64, total: f64) {
        let time = now();
        // The row may have been removed in the meantime.
        let _ = self.live.try_update(|live| {
            live.upload = Some(Upload::after(live.upload.take(), sent, total, time));
            live.waits_for_deployment = false;
        });
    }

    /// Sets what aborts its upload.
    pub(super) fn set_abort(&self, abort: Option<AbortController>) {
        self.live.update(|live| live.can_abort = abort.is_some());
        self.bookkeeping
            .update_value(|bookkeeping| bookkeeping.abort = abort);
    }

    /// Aborts its upload, if it is not sent yet.
    pub(super) fn abort(&self) {
        let abort = self
            .bookkeeping
            .try_update_value(|bookkeeping| bookkeeping.abort.take());
        if let Some(Some(abort)) = abort {
            abort.abort();
        }
    }

    /// How long it has been running or ran: the engine's time, if the deployment reports it. `None` before it runs.
    pub(crate) fn run_time(&self, now: f64) -> Option<f64> {
        self.record.with(|record| match record.state {
            RunState::Running => Some((now - record.changed).max(0.0)),
            state if state.is_open() => None,
            _ => {
                let [_, started, ended, _] = record.server_times;
                let reported = started.zip(ended).map(|(started, ended)| ended - started);
                Some(reported.unwrap_or(record.changed - record.created))
            }
        })
    }

    /// How much of it is done, from 0 to 1, if the deployment reports that of the whole run; not tracked.
    pub(super) fn share_done(&self) -> Option<f64> {
        let is_running = self
            .record
            .with_untracked(|record| record.state == RunState::Running);
        self.progress.with_untracked(|progress| {
            let progress = progress
                .as_ref()
                .filter(|own| is_running && own.nodes_total.is_some())?;
            Some(f64::from(progress.percent?) / 100.0)
        })
    }

    /// Sets the state and its message; returns whether anything changed.
    pub(super) fn set_state(&self, state: RunState, message: Option<String>) -> bool {
        let same = |record: &RunRecord| record.state == state && record.message == message;
        if self.record.try_with_untracked(same) != Some(false) {
            return false;
        }
        self.record.update(|record| {
            if record.state != state {
                record.changed = now();
            }
            record.state = state;
            record.message = message;
        });
        if !state.is_unsent() {
            self.live.update(|live| {
                live.upload = None;
                live.can_abort = false;
            });
        }
        true
    }

    /// Sets how often an engine instance has been given it.
    pub(super) fn set_attempts(&self, attempts: u32) {
        if self.live.with_untracked(|live| live.attempts != attempts) {
            self.live.update(|live| live.attempts = attempts);
        }
    }

    /// Sets the address of its last preview.
    pub(super) fn set_preview(&self, preview: Option<String>) {
        if self.live.with_untracked(|live| live.preview != preview) {
            self.live.update(|live| live.preview = preview);
        }
    }

    /// Sets the times, the outputs and the place of a detail; returns whether anything changed.
    pub(super) fn set_detail(&self, detail: RunDetail) -> bool {
        let time = |text: Option<String>| parse(&text?);
        let times = [
            detail.created_at,
            detail.started_at,
            detail.completed_at,
            detail.expires_at,
        ];
        let times = times.map(time);
        let ended = detail.status.is_final();
        let outputs = (ended || !detail.outputs.is_empty()).then_some(detail.outputs);
        let (owner, instance) = (detail.owner, detail.instance);
        let same = |record: &RunRecord| {
            let is_at_same = record.instance == instance && record.owner == owner;
            is_at_same && record.server_times == times && record.outputs == outputs
        };
        if self.record.try_with_untracked(same) != Some(false) {
            return false;
        }
        self.record.update(|record| {
            record.server_times = times;
            record.outputs = outputs;
            record.owner = owner;
            record.instance = instance;
        });
        true
    }
}
