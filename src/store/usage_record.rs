//! The usage of keys. No I/O.

use super::reach::Reach;

/// How runs are grouped for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageBy {
    Key,
    Workflow,
    /// The day, in UTC, on which the runs were accepted.
    Day,
}

/// The runs to count.
#[derive(Clone, Debug)]
pub struct UsageQuery {
    /// The first day on which they were accepted, in UTC, such as 2030-01-31.
    pub from: String,
    /// The last day.
    pub to: String,
    pub by: UsageBy,
    pub reach: Reach,
}

/// The usage of a group of runs.
#[derive(Clone, Debug, PartialEq)]
pub struct UsageRecord {
    /// The key, the workflow or the day.
    pub name: String,
    /// How many were accepted, including deleted ones.
    pub runs: u64,
    /// How long engines executed them.
    pub engine_seconds: f64,
    /// The size of the outputs of the runs that are kept.
    pub bytes: u64,
}
