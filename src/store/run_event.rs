//! An event of a run as it is stored: a new state, a new number of attempts, or its outputs. No I/O.

use super::reach::Reach;
use api::{LeftOut, RunStatus};
use chrono::{DateTime, Utc};

/// What an event reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    State,
    Attempt,
    Outputs,
}

impl EventKind {
    /// Its name, as it is stored and sent.
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Attempt => "attempt",
            Self::Outputs => "outputs",
        }
    }

    /// The kind with this name.
    pub fn of(name: &str) -> Option<Self> {
        let all = [Self::State, Self::Attempt, Self::Outputs];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// An event of a run. The texts and outputs are those of the run. It has them only after its end, and they do not
/// change afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEvent {
    /// Its number among the events of all runs; 0 for a state that was read from the run itself.
    pub id: i64,
    /// Its number among the events of its run, from 1.
    pub number: u32,
    pub kind: EventKind,
    /// The status after it.
    pub status: RunStatus,
    /// How often an engine may have executed the run until then.
    pub attempts: u32,
    /// When it happened.
    pub at: DateTime<Utc>,
    pub run_id: String,
    pub workflow_id: String,
    pub group_id: Option<String>,
    /// The name of the key that submitted the run.
    pub owner: String,
    /// Why the run failed or was cancelled.
    pub error: Option<String>,
    /// The names of the run's output files, without its id.
    pub outputs: Vec<String>,
    /// The outputs that the engine left out.
    pub left_out: Vec<LeftOut>,
}

impl RunEvent {
    /// The event that reported the outputs, just before this state.
    pub fn outputs_before(&self) -> Self {
        Self {
            kind: EventKind::Outputs,
            number: self.number.saturating_sub(1),
            ..self.clone()
        }
    }
}

/// The runs whose events are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    pub reach: Reach,
    pub workflow_id: Option<String>,
    pub group_id: Option<String>,
}

impl EventFilter {
    /// Whether an event matches the filter.
    pub fn allows(&self, event: &RunEvent) -> bool {
        let is = |wanted: &Option<String>, value: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == value
        };
        self.reach.includes(&event.owner, &event.workflow_id)
            && is(&self.workflow_id, Some(&event.workflow_id))
            && is(&self.group_id, event.group_id.as_deref())
    }
}
