//! What keys have used. No I/O.

use super::reach::Reach;

/// By what runs are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UsageBy {
    Key,
    Workflow,
    /// The day, in UTC, on which the runs were accepted.
    Day,
}

/// Which runs are counted.
#[derive(Clone, Debug)]
pub(crate) struct UsageQuery {
    /// The first and the last day on which they were accepted, in UTC, such as 2030-01-31.
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) by: UsageBy,
    pub(crate) reach: Reach,
}

/// What some runs have used together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UsageRecord {
    /// The key, the workflow or the day.
    pub(crate) name: String,
    /// How many were accepted, including those that are deleted now.
    pub(crate) runs: u64,
    /// How long they have executed.
    pub(crate) engine_seconds: f64,
    /// The size of the outputs of those that are kept.
    pub(crate) bytes: u64,
}
