//! The events of runs, as `GET /api/v1/events` and `GET /api/v1/runs/{run_id}/events` send them. Knows nothing about
//! how a stream is read.

use super::answer::Answer;
use super::normalise::normalise;
use super::run::{RUN_DETAIL, RunDetail};
use json::Json;

/// The depth of nested lists and objects to which an event's data is read: that of outputs, and one more.
const DEPTH: usize = 4;

/// What an event of a run reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEventKind {
    /// Its state, and how often it was given to an engine.
    State,
    /// It was given to an engine once more.
    Attempt,
    /// Its outputs; the state follows.
    Outputs,
    /// Its progress and preview at one moment. They replace those before.
    Moment,
}

/// One event of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEvent {
    /// What it reports.
    pub kind: RunEventKind,
    /// What it says of the run. Members that its kind does not report are empty.
    pub run: RunDetail,
}

/// What one event of a stream means.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamMessage {
    /// A run changed.
    Run(Box<RunEvent>),
    /// The stream has begun anew: every run in progress has been reported, and others may have ended unreported.
    Ready,
}

impl StreamMessage {
    /// The meaning of an event with this type and data; `None` for one of another version, or about no run.
    pub fn read(name: &str, data: &str) -> Option<Self> {
        let kind = match name {
            "state" => RunEventKind::State,
            "attempt" => RunEventKind::Attempt,
            "outputs" => RunEventKind::Outputs,
            "moment" => RunEventKind::Moment,
            "ready" => return Some(Self::Ready),
            _ => return None,
        };
        let json = Json::read(data.as_bytes(), DEPTH).ok()?;
        let run = RunDetail::of(&normalise(&json, &RUN_DETAIL, "")?);
        Some(Self::Run(Box::new(RunEvent { kind, run })))
    }
}
