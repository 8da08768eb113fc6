//! One run: what is kept of it, and what is known of it only while the page is open.

use web_sys::AbortController;

use super::run_state::{Place, RunState};
use super::upload::Upload;
use crate::api::{RunDetail, RunOutput, RunProgress};
use crate::playground::entered::Entered;
use crate::playground::time::{now, parse};
use crate::playground::ui::{RwSignal, StoredValue};

/// What of a run is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// Its key in the browser's database.
    pub(crate) id: String,
    /// The deployment's address: a run of another one is nobody's business here.
    pub(crate) base_url: String,
    /// The run's id, once the deployment gave one.
    pub(crate) run_id: Option<String>,
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// The workflow's name.
    pub(crate) workflow: String,
    /// What was entered.
    pub(crate) inputs: Vec<Entered>,
    /// Files that it was given and that are not kept any more: the field's label, the file's name.
    pub(crate) gone: Vec<(String, String)>,
    /// The runs it was started with.
    pub(crate) group: Option<Group>,
    /// When Run was pressed.
    pub(crate) created: f64,
    /// When its state was last seen to change.
    pub(crate) changed: f64,
    /// The state.
    pub(crate) state: RunState,
    /// What is to be said about the state.
    pub(crate) message: Option<String>,
    /// When it was accepted, began and ended, by the deployment's clock.
    pub(crate) told: [Option<f64>; 3],
    /// What it gave, as last told; `None` where nobody told.
    pub(crate) outputs: Option<Vec<RunOutput>>,
}

/// Runs that were started together, and a run's place among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Group {
    /// What the deployment knows it by.
    pub(crate) id: String,
    /// What its runs differ in, such as `strength: 0.1 … 0.9`.
    pub(crate) name: String,
    /// The run's place, from 0.
    pub(crate) index: usize,
    /// How many runs it has.
    pub(crate) count: usize,
}

/// What of a run moves while it is under way.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Live {
    /// Where it is in the queues.
    pub(crate) place: Option<Place>,
    /// How far its form has come.
    pub(crate) upload: Option<Upload>,
    /// Whether a cancel is on its way.
    pub(crate) cancelling: bool,
    /// Whether the deployment told of it since the page was opened: addresses of outputs end.
    pub(crate) told: bool,
    /// Whether new addresses of its outputs are awaited.
    pub(crate) renewing: bool,
    /// Whether its upload can be stopped here.
    pub(crate) stoppable: bool,
}

/// What nobody follows.
#[derive(Default)]
pub(super) struct Quiet {
    /// Pictures of the queue in a row that it was missing from.
    pub(super) missed: u32,
    /// Readings of its detail in a row that found none.
    pub(super) untold: u32,
    abort: Option<AbortController>,
}

/// One run in the list.
#[derive(Clone, Copy)]
pub(crate) struct RunRow {
    /// Its key in the list.
    pub(crate) key: u32,
    /// What is kept of it.
    pub(crate) record: RwSignal<Record>,
    /// What moves.
    pub(crate) live: RwSignal<Live>,
    /// How far its engine is with it, as last told. It moves at every look, and few follow it.
    pub(super) progress: RwSignal<Option<RunProgress>>,
    pub(super) quiet: StoredValue<Quiet>,
}

impl RunRow {
    pub(super) fn new(key: u32, record: Record, abort: Option<AbortController>) -> Self {
        let live = Live {
            stoppable: abort.is_some(),
            ..Live::default()
        };
        let quiet = Quiet {
            abort,
            ..Quiet::default()
        };
        Self {
            key,
            record: RwSignal::new(record),
            live: RwSignal::new(live),
            progress: RwSignal::new(None),
            quiet: StoredValue::new(quiet),
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

    /// Whether it is of this group.
    pub(crate) fn is_of(&self, group: &str) -> bool {
        self.record.with_untracked(|record| {
            let mine = record.group.as_ref();
            mine.is_some_and(|mine| mine.id == group)
        })
    }

    /// Takes note of how far its form has come.
    pub(crate) fn uploaded(&self, sent: f64, total: f64) {
        let time = now();
        // The page may have gone on to other runs.
        let _ = self.live.try_update(|live| {
            live.upload = Some(Upload::after(live.upload.take(), sent, total, time));
        });
    }

    /// Stops its upload, where it is still uploading.
    pub(super) fn abort(&self) {
        let abort = self.quiet.try_update_value(|quiet| quiet.abort.take());
        if let Some(Some(abort)) = abort {
            abort.abort();
        }
    }

    /// How long it took, or takes: engine time where the deployment tells it.
    pub(crate) fn took(&self, now: f64) -> f64 {
        self.record.with(|record| {
            let [_, started, ended] = record.told;
            let told = started.zip(ended).map(|(started, ended)| ended - started);
            let end = if record.state.is_active() {
                now
            } else {
                record.changed
            };
            told.unwrap_or(end - record.created)
        })
    }

    /// Takes a new state; says whether anything changed.
    pub(super) fn move_to(&self, state: RunState, message: Option<String>) -> bool {
        let same = |record: &Record| record.state == state && record.message == message;
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
        if state != RunState::Uploading {
            self.live.update(|live| {
                live.upload = None;
                live.stoppable = false;
            });
        }
        true
    }

    /// Takes what the deployment told beside the state; says whether it was news.
    pub(super) fn take_detail(&self, detail: RunDetail) -> bool {
        let point = |text: Option<String>| parse(&text?);
        let told = [detail.created_at, detail.started_at, detail.completed_at].map(point);
        let ended = detail.status.is_final();
        let outputs = (ended || !detail.outputs.is_empty()).then_some(detail.outputs);
        let same = |record: &Record| record.told == told && record.outputs == outputs;
        if self.record.try_with_untracked(same) != Some(false) {
            return false;
        }
        self.record.update(|record| {
            record.told = told;
            record.outputs = outputs;
        });
        true
    }
}
