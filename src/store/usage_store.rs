//! What keys have used, and what became of the runs of the last hours. No I/O.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::recent_run::{RecentQuery, RecentRun};
use crate::usage_record::{UsageQuery, UsageRecord};

/// What keys have used: counted with every change of a run.
#[async_trait]
pub trait UsageStore: Send + Sync {
    /// What some runs have used, by key, workflow or day, in its order.
    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRecord>, StoreError>;
}

/// What became of the runs of the last hours.
#[async_trait]
pub trait RecentRunStore: Send + Sync {
    /// These runs, in any order.
    async fn recent_runs(&self, query: RecentQuery) -> Result<Vec<RecentRun>, StoreError>;
}
