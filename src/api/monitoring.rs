//! How the runs of the last hours went. Only flowdeck's own service reports it.

/// The runs of a window of time (`/api/v1/comfy/monitoring`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Monitoring {
    /// The begin of the window (RFC 3339, UTC).
    pub from: String,
    /// Its end, the time of the answer.
    pub to: String,
    /// Whether all runs of the window are counted, not only the newest ones.
    pub is_complete: bool,
    /// The runs that were accepted in the window, and all that have not ended.
    pub states: StateCounts,
    /// When the run was accepted that waits longest.
    pub waiting_since: Option<String>,
    /// The window in equal steps, each with the runs that were accepted in it.
    pub steps: Vec<StateCounts>,
    /// The workflows, those with the most runs first.
    pub workflows: Vec<WorkflowMonitoring>,
    /// Why runs failed, the latest reasons first.
    pub failures: Vec<FailureReason>,
}

/// How many runs are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateCounts {
    /// Runs that wait.
    pub pending: u32,
    /// Runs that are being executed.
    pub running: u32,
    /// Runs that have completed.
    pub completed: u32,
    /// Runs that have failed.
    pub failed: u32,
    /// Runs that were cancelled.
    pub cancelled: u32,
}

/// The runs of one workflow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkflowMonitoring {
    /// The workflow.
    pub workflow_id: String,
    /// How many of its runs are in each state.
    pub states: StateCounts,
    /// How long runs waited until they were executed, or have waited so far; without those that were cancelled.
    pub waited: Durations,
    /// How long the completed ones were executed.
    pub executed: Durations,
    /// The steps of the window, each with the runs that were accepted in it.
    pub steps: Vec<WorkflowStep>,
    /// The nodes that take longest, the slowest first, as the service has learned from completed runs.
    pub slowest_nodes: Vec<SlowNode>,
}

/// The durations of some runs in seconds; `None` if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Durations {
    /// Half of them took no longer.
    pub median: Option<f64>,
    /// 95 of 100 took no longer.
    pub p95: Option<f64>,
}

/// The runs of one workflow in one step of time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorkflowStep {
    /// How many have completed.
    pub runs: u32,
    /// The median of the seconds that they waited.
    pub waited: Option<f64>,
    /// The median of the seconds that the completed ones were executed.
    pub executed: Option<f64>,
}

/// How long a node takes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlowNode {
    /// Its id.
    pub node: String,
    /// Its title; `None` if the workflow is no longer deployed, or its current version does not have the node.
    pub title: Option<String>,
    /// The seconds that it takes.
    pub seconds: f64,
}

/// Why runs of one workflow failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureReason {
    /// The workflow.
    pub workflow_id: String,
    /// The start of the reason.
    pub reason: String,
    /// How many runs failed for it.
    pub count: u32,
    /// The last of them.
    pub run_id: String,
    /// When that ended (RFC 3339, UTC).
    pub at: Option<String>,
}
