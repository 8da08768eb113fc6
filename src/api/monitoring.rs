//! How the runs of the last hours went. Only flowdeck's own service reports it.

use super::answer::answer;

answer! {
    /// The runs of a window of time (`/api/v1/comfy/monitoring`).
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Monitoring as MONITORING {
        /// The begin of the window (RFC 3339, UTC).
        pub from: String => "from" required,
        /// Its end, the time of the answer.
        pub to: String => "to" required,
        /// Whether all runs of the window are counted, not only the newest ones.
        pub is_complete: bool => "isComplete" flag,
        /// The runs that were accepted in the window, and all that have not ended.
        pub states: StateCounts => "states" object(STATES),
        /// When the run was accepted that waits longest.
        pub waiting_since: Option<String> => "waitingSince" optional,
        /// The window in equal steps, each with the runs that were accepted in it.
        pub steps: Vec<StateCounts> => "steps" list(STATES),
        /// The workflows, those with the most runs first.
        pub workflows: Vec<WorkflowMonitoring> => "workflows" list(WORKFLOW_MONITORING),
        /// Why runs failed, the latest reasons first.
        pub failures: Vec<FailureReason> => "failures" list(FAILURE_REASON),
    }
}

answer! {
    /// How many runs are in each state.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct StateCounts as STATES {
        /// Runs that wait.
        pub pending: u32 => "pending" number,
        /// Runs that are being executed.
        pub running: u32 => "running" number,
        /// Runs that have completed.
        pub completed: u32 => "completed" number,
        /// Runs that have failed.
        pub failed: u32 => "failed" number,
        /// Runs that were cancelled.
        pub cancelled: u32 => "cancelled" number,
    }
}

answer! {
    /// The runs of one workflow.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct WorkflowMonitoring as WORKFLOW_MONITORING {
        /// The workflow.
        pub workflow_id: String => "workflowId" required,
        /// How many of its runs are in each state.
        pub states: StateCounts => "states" object(STATES),
        /// How long runs waited until they were executed, or have waited so far; without those that were cancelled.
        pub waited: Durations => "waited" object(DURATIONS),
        /// How long the completed ones were executed.
        pub executed: Durations => "executed" object(DURATIONS),
        /// The steps of the window, each with the runs that were accepted in it.
        pub steps: Vec<WorkflowStep> => "steps" list(WORKFLOW_STEP),
        /// The nodes that take longest, the slowest first, as the service has learned from completed runs.
        pub slowest_nodes: Vec<SlowNode> => "slowestNodes" list(SLOW_NODE),
    }
}

answer! {
    /// The durations of some runs in seconds; `None` if there are none.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Durations as DURATIONS {
        /// Half of them took no longer.
        pub median: Option<f64> => "median" seconds,
        /// 95 of 100 took no longer.
        pub p95: Option<f64> => "p95" seconds,
    }
}

answer! {
    /// The runs of one workflow in one step of time.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct WorkflowStep as WORKFLOW_STEP {
        /// How many have completed.
        pub runs: u32 => "runs" number,
        /// The median of the seconds that they waited.
        pub waited: Option<f64> => "waited" seconds,
        /// The median of the seconds that the completed ones were executed.
        pub executed: Option<f64> => "executed" seconds,
    }
}

answer! {
    /// How long a node takes.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct SlowNode as SLOW_NODE {
        /// Its id.
        pub node: String => "node" required,
        /// Its title; `None` if the workflow is no longer deployed, or its current version does not have the node.
        pub title: Option<String> => "title" optional,
        /// The seconds that it takes.
        pub seconds: f64 => "seconds" duration,
    }
}

answer! {
    /// Why runs of one workflow failed.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct FailureReason as FAILURE_REASON {
        /// The workflow.
        pub workflow_id: String => "workflowId" required,
        /// The start of the reason.
        pub reason: String => "reason" text,
        /// How many runs failed for it.
        pub count: u32 => "count" number,
        /// The last of them.
        pub run_id: String => "runId" text,
        /// When that ended (RFC 3339, UTC).
        pub at: Option<String> => "at" optional,
    }
}
