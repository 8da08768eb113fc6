//! What became of the runs of the last hours, for monitoring. No I/O.

use chrono::{DateTime, Utc};

use super::reach::Reach;
use api::RunStatus;

/// Which runs are read.
#[derive(Clone, Debug)]
pub(crate) struct RecentQuery {
    /// Those that were accepted at this time or later, and all that have not ended.
    pub(crate) since: DateTime<Utc>,
    pub(crate) reach: Reach,
    /// How many of those since then are read at most, the newest ones.
    pub(crate) limit: u32,
}

/// One of these runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecentRun {
    pub(crate) id: String,
    pub(crate) workflow_id: String,
    pub(crate) status: RunStatus,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) started_at: Option<DateTime<Utc>>,
    pub(crate) ended_at: Option<DateTime<Utc>>,
    /// The start of the reason, if it has failed.
    pub(crate) error: Option<String>,
}
