//! The events of runs. Each is written in the transaction of the change that it reports. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;

use super::error::StoreError;
use super::run_event::{EventFilter, RunEvent};

/// The position in a listing of open runs after which the listing continues. Only its store understands it. By default,
/// before all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRunPlace(pub Option<String>);

/// The ids of events as they are written.
pub struct EventNews {
    /// The id of the last event so far, at least that of every change that has returned; 0 before the first event.
    pub last: i64,
    /// The id of the newest event each time further ones have been written through to the disk. A slow reader gets only
    /// the newest id. The stream ends with the store.
    pub later: BoxStream<'static, i64>,
}

/// The events of runs.
#[async_trait]
pub trait EventStore: Send + Sync {
    /// The id of the last event now, and those of later ones as they are written.
    async fn follow_events(&self) -> Result<EventNews, StoreError>;

    /// Whether all events after the one with this id are still kept, and are at most this many.
    async fn has_all_after(&self, id: i64, most: u32) -> Result<bool, StoreError>;

    /// The events after the one with this id, oldest first; at most `limit`.
    async fn events_after(&self, id: i64, limit: u32) -> Result<Vec<RunEvent>, StoreError>;

    /// The events of a run after the one with this number.
    async fn events_of_run(&self, run_id: &str, after: u32) -> Result<Vec<RunEvent>, StoreError>;

    /// The state of a run, as its last event.
    async fn state_of_run(&self, run_id: &str) -> Result<Option<RunEvent>, StoreError>;

    /// The states of runs that have not ended, oldest first, after a place; at most `limit`. Also returns the place of
    /// the last one.
    async fn open_runs(
        &self,
        filter: EventFilter,
        after: OpenRunPlace,
        limit: u32,
    ) -> Result<(Vec<RunEvent>, OpenRunPlace), StoreError>;

    /// The states of the runs that engines are executing.
    async fn executing_runs(&self, filter: EventFilter) -> Result<Vec<RunEvent>, StoreError>;

    /// Removes events that are older than a time, up to a number that the store chooses. Returns whether there may be
    /// more.
    async fn forget_events(&self, before: DateTime<Utc>) -> Result<bool, StoreError>;
}
