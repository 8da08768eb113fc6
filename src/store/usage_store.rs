//! The usage of keys, and the runs of the last hours. No I/O.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::recent_run::{RecentQuery, RecentRun};
use crate::usage_record::{UsageQuery, UsageRecord};

/// The usage of keys. Every change of a run updates it.
#[async_trait]
pub trait UsageStore: Send + Sync {
    /// The usage of some runs by key, workflow or day, in that order.
    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRecord>, StoreError>;
}

/// The runs of the last hours.
#[async_trait]
pub trait RecentRunStore: Send + Sync {
    /// The runs of a query, in any order.
    async fn recent_runs(&self, query: RecentQuery) -> Result<Vec<RecentRun>, StoreError>;
}
