//! One run of this session: what is kept of it over a refresh, and what is known of it until then.

use std::collections::HashMap;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use web_sys::AbortController;

use super::follow;
use super::track::{Place, RunState};
use crate::api::RunDetail;
use crate::playground::time::{now, parse};

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

impl RunRow {
    pub(super) fn new(key: u32, record: Record, abort: Option<AbortController>) -> Self {
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

    /// How far its upload has come.
    pub(crate) fn uploaded(&self, _sent: f64, _total: f64) {}

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

    pub(super) fn saw_queue(&self, places: &HashMap<String, Place>) -> bool {
        let Some(run_id) = self.run_id() else {
            return false;
        };
        let place = places.get(&run_id).cloned();
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
