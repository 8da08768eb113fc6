//! The events of runs: each is written in the transaction of the change that it tells. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;

use super::error::StoreError;
use super::run_event::{EventFilter, RunEvent};

/// Where a listing of open runs goes on: behind this place, which only its store understands; at first, before all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRunPlace(pub Option<String>);

/// What is told of events as they are written.
pub struct EventNews {
    /// The id of the last event so far; 0 before the first.
    pub last: i64,
    /// The id of the last event, whenever there are later ones, after they were written through to the disk. Who is slow
    /// is told the newest only. It ends with the store.
    pub later: BoxStream<'static, i64>,
}

/// The events of runs.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// The id of the last event now, and those of later ones as they are written.
    async fn follow_events(&self) -> Result<EventNews, StoreError>;

    /// Whether every event after the one with this id is still kept, and there are at most so many of them.
    async fn has_all_after(&self, id: i64, most: u32) -> Result<bool, StoreError>;

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
