//! The part of the store that monitoring reads: changes of runs to count, and current figures. No I/O.

use async_trait::async_trait;

use super::error::StoreError;

/// A change of a run, which is counted once.
#[derive(Clone, Debug, PartialEq)]
pub struct CountedChange {
    pub workflow_id: String,
    pub kind: CountedKind,
}

/// The kind of a change.
#[derive(Clone, Debug, PartialEq)]
pub enum CountedKind {
    /// The run was accepted.
    Accepted,
    /// The run is handed over to an engine instance.
    Attempt,
    /// The run has ended.
    Ended {
        /// The name of its status.
        status: &'static str,
        times: RunTimes,
    },
}

/// How long a run took, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTimes {
    /// From its acceptance to the start of its execution, and from there to its end. `None` if no engine started it.
    pub execution: Option<(f64, f64)>,
    /// From its acceptance to its end.
    pub total: f64,
}

/// Figures of the store at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoreFigures {
    /// How long the oldest waiting run has waited for an engine instance, in seconds; 0 if no run waits.
    pub oldest_waiting: f64,
    /// The number of ended runs that are kept.
    pub kept_runs: u64,
    /// The size of their outputs, in bytes.
    pub kept_bytes: u64,
    /// The number of webhook deliveries that are still to be attempted.
    pub pending_deliveries: u64,
    /// The number of webhook deliveries that were given up.
    pub failed_deliveries: u64,
    /// How long the receiver that has failed the longest has been failing, in seconds; 0 if no receiver fails.
    pub failing_receiver: f64,
}

/// The part of the store that monitoring reads.
#[async_trait]
pub trait MonitoringStore: Send + Sync {
    /// The changes of runs after the event with this id, and the id of the last event that was read. Reads at most
    /// `limit` events.
    async fn changes_to_count(
        &self,
        after: i64,
        limit: u32,
    ) -> Result<(Vec<CountedChange>, i64), StoreError>;

    /// The current figures.
    async fn figures(&self) -> Result<StoreFigures, StoreError>;

    /// Checks that a change can be written through to the disk. Changes nothing that is kept.
    async fn check_writing(&self) -> Result<(), StoreError>;
}
