//! The runs of the last hours, for monitoring. No I/O.

use chrono::{DateTime, Utc};

use super::reach::Reach;
use api::RunStatus;

/// The runs to read.
#[derive(Clone, Debug)]
pub struct RecentQuery {
    /// Runs accepted at this time or later, and all runs that have not ended.
    pub since: DateTime<Utc>,
    pub reach: Reach,
    /// The maximum number of runs accepted since then. The newest ones are read.
    pub limit: u32,
}

/// A run of the last hours.
#[derive(Clone, Debug, PartialEq)]
pub struct RecentRun {
    pub id: String,
    pub workflow_id: String,
    pub status: RunStatus,
    pub created_at: DateTime<Utc>,
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The start of the reason, if it failed.
    pub error: Option<String>,
}
