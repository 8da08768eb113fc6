//! What keys have used. No I/O.

use super::reach::Reach;

/// By what runs are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageBy {
    Key,
    Workflow,
    /// The day, in UTC, on which the runs were accepted.
    Day,
}

/// Which runs are counted.
#[derive(Clone, Debug)]
pub struct UsageQuery {
    /// The first and the last day on which they were accepted, in UTC, such as 2030-01-31.
    pub from: String,
    pub to: String,
    pub by: UsageBy,
    pub reach: Reach,
}

/// What some runs have used together.
#[derive(Clone, Debug, PartialEq)]
pub struct UsageRecord {
    /// The key, the workflow or the day.
    pub name: String,
    /// How many were accepted, including those that are deleted now.
    pub runs: u64,
    /// How long they have executed.
    pub engine_seconds: f64,
    /// The size of the outputs of those that are kept.
    pub bytes: u64,
}
