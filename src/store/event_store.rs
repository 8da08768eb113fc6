//! The events of runs: each is written in the transaction of the change that it tells. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use tokio::sync::watch;

use super::error::StoreError;
use super::run_event::{EventFilter, RunEvent};

/// Where a listing of open runs goes on: behind this run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRunPlace {
    pub created_at: String,
    pub row: i64,
}

/// The events of runs.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// The id of the last event that was written. It changes after the transaction has been written through to the disk.
    fn last_event(&self) -> watch::Receiver<i64>;

    /// The id of the oldest event that is kept, if there is one.
    async fn first_event(&self) -> Result<Option<i64>, StoreError>;

    /// The events after the one with this id, oldest first; at most `limit`.
    async fn events_after(&self, id: i64, limit: u32) -> Result<Vec<RunEvent>, StoreError>;

    /// The events of a run after the one with this number.
    async fn events_of_run(&self, run_id: &str, after: u32) -> Result<Vec<RunEvent>, StoreError>;

    /// The state of a run as its last event.
    async fn state_of_run(&self, run_id: &str) -> Result<Option<RunEvent>, StoreError>;

    /// The states of runs that have not ended, oldest first, from a place on; at most `limit`. With the place of the
    /// last one.
    async fn open_runs(
        &self,
        filter: EventFilter,
        after: OpenRunPlace,
        limit: u32,
    ) -> Result<(Vec<RunEvent>, OpenRunPlace), StoreError>;

    /// The states of runs that engines execute.
    async fn executing_runs(&self, filter: EventFilter) -> Result<Vec<RunEvent>, StoreError>;

    /// Removes the events from before a time, up to some number. Returns whether there may be more.
    async fn forget_events(&self, before: DateTime<Utc>) -> Result<bool, StoreError>;
}
