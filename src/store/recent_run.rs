//! What became of the runs of the last hours, for monitoring. No I/O.

use chrono::{DateTime, Utc};

use super::reach::Reach;
use api::RunStatus;

/// Which runs are read.
#[derive(Clone, Debug)]
pub struct RecentQuery {
    /// Those that were accepted at this time or later, and all that have not ended.
    pub since: DateTime<Utc>,
    pub reach: Reach,
    /// How many of those since then are read at most, the newest ones.
    pub limit: u32,
}

/// One of these runs.
#[derive(Clone, Debug, PartialEq)]
pub struct RecentRun {
    pub id: String,
    pub workflow_id: String,
    pub status: RunStatus,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The start of the reason, if it has failed.
    pub error: Option<String>,
}
