//! What monitoring reads of the store: changes of runs to count, and figures of one moment. No I/O.

use async_trait::async_trait;

use super::error::StoreError;

/// A change of a run, to be counted once.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedChange {
    pub workflow_id: String,
    pub kind: CountedKind,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum CountedKind {
    /// It was accepted.
    Accepted,
    /// It is handed over to an engine instance.
    Attempt,
    /// It has ended.
    Ended {
        /// The name of its status.
        status: &'static str,
        times: RunTimes,
    },
}

/// How long a run took, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTimes {
    /// From its acceptance to the start of its execution, and from there to its end; `None` if no engine has started it.
    pub execution: Option<(f64, f64)>,
    /// From its acceptance to its end.
    pub total: f64,
}

/// Figures of one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreFigures {
    /// For how long the run that has waited longest has been waiting for an engine instance, in seconds; 0 if none
    /// waits.
    pub oldest_waiting: f64,
    /// The runs that have ended and are kept, and the bytes of their outputs.
    pub kept_runs: u64,
    pub kept_bytes: u64,
    /// The deliveries of webhooks that are to be attempted, and those that were given up.
    pub pending_deliveries: u64,
    pub failed_deliveries: u64,
    /// For how long the receiver has been failing that has done so longest, in seconds; 0 if none fails.
    pub failing_receiver: f64,
}

/// What monitoring reads of the store.
#[async_trait]
pub trait MonitoringStore: Send + Sync {
    /// The changes of runs after the event with this id, and the id of the last event that was looked at; at most
    /// `limit` events are.
    async fn changes_to_count(
        &self,
        after: i64,
        limit: u32,
    ) -> Result<(Vec<CountedChange>, i64), StoreError>;

    /// Figures of this moment.
    async fn figures(&self) -> Result<StoreFigures, StoreError>;

    /// Writes something that changes nothing through to the disk.
    async fn check_writing(&self) -> Result<(), StoreError>;
}
