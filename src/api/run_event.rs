//! The events of runs, as `GET /api/v1/events` and `GET /api/v1/runs/{run_id}/events` send them. Knows nothing about
//! how a stream is read.

use super::answer::Answer;
use super::normalise::normalise;
use super::run::{RUN_DETAIL, RunDetail};
use json::Json;

/// The depth of nested lists and objects to which an event's data is read: that of outputs, and one more.
const DEPTH: usize = 4;

/// The largest number of an event.
const MAX_NUMBER: u64 = (1 << 53) - 1;

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

impl RunEventKind {
    /// The kind of this name, as on the wire.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "state" => Some(Self::State),
            "attempt" => Some(Self::Attempt),
            "outputs" => Some(Self::Outputs),
            "moment" => Some(Self::Moment),
            _ => None,
        }
    }

    /// Its name, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Attempt => "attempt",
            Self::Outputs => "outputs",
            Self::Moment => "moment",
        }
    }
}

/// One event of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEvent {
    /// What it reports.
    pub kind: RunEventKind,
    /// What it says of the run. Members that its kind does not report are empty.
    pub run: RunDetail,
    /// Its number among the recorded events of the run, counted from 1. Moments have none.
    pub number: Option<u64>,
    /// When it was recorded, RFC 3339 in UTC.
    pub at: Option<String>,
}

impl RunEvent {
    /// Whether it says that the run has ended.
    pub fn is_final(&self) -> bool {
        self.kind == RunEventKind::State && self.run.status.is_final()
    }
}

/// What one event of a stream means.
#[derive(Clone, Debug, PartialEq)]
pub enum StreamMessage {
    /// A run changed.
    Run(Box<RunEvent>),
    /// The stream has begun anew: every run in progress has been reported, and others may have ended unreported.
    Ready,
}

/// A whole number that JavaScript can hold, too.
fn whole(json: &Json<'_>) -> Option<u64> {
    match json {
        Json::Number(digits) => digits.parse().ok().filter(|number| *number <= MAX_NUMBER),
        _ => None,
    }
}

impl StreamMessage {
    /// The meaning of an event with this type and data; `None` for one of another version, or about no run.
    pub fn read(name: &str, data: &str) -> Option<Self> {
        if name == "ready" {
            return Some(Self::Ready);
        }
        let kind = RunEventKind::of(name)?;
        let json = Json::read(data.as_bytes(), DEPTH).ok()?;
        let run = RunDetail::of(&normalise(&json, &RUN_DETAIL, "")?);
        Some(Self::Run(Box::new(RunEvent {
            kind,
            run,
            number: whole(json.get("number")),
            at: json.get("at").to_word(),
        })))
    }
}
