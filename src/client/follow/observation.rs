//! What one event or one poll has shown of a run. Knows nothing about how it came.

use api::RunEventKind;

use super::known_run::KnownRun;

/// Where something was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the stream of events.
    Events,
    /// In the run's detail.
    Detail,
    /// In the queue.
    Queue,
}

impl Source {
    /// Its name in the npm package.
    pub fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Detail => "detail",
            Self::Queue => "queue",
        }
    }
}

/// One change of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What has changed.
    pub kind: RunEventKind,
    /// Where it was seen.
    pub source: Source,
    /// What is known of the run since.
    pub run: KnownRun,
    /// When it happened, RFC 3339 in UTC, if the deployment says so.
    pub at: Option<String>,
    /// The number of its event, counted from 1, if it has one.
    pub number: Option<u64>,
}

/// What one event or one poll has shown of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Where it was seen.
    pub source: Source,
    /// What has changed; nothing if only the links to outputs are new.
    pub changes: Vec<Change>,
    /// What is known of the run since.
    pub run: KnownRun,
    /// Whether the run has ended. Only the last observation says so.
    pub has_ended: bool,
}
