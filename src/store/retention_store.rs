//! The runs that have ended: their number, the size of their outputs, and the oldest ones. No I/O.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::error::StoreError;
use super::removal_store::RemovedRun;
use crate::times::rfc3339;

/// The totals of runs that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Their number.
    pub runs: u64,
    /// The size of their outputs, in bytes.
    pub bytes: u64,
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedRun {
    pub id: String,
    /// The size of its outputs, in bytes.
    pub bytes: u64,
}

/// The runs to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// Runs that ended before this time.
    Before(DateTime<Utc>),
    /// The oldest runs beyond this number, or beyond this total size in bytes. The newest run stays, even if it is too
    /// large.
    Beyond {
        runs: Option<u64>,
        bytes: Option<u64>,
    },
}

impl std::fmt::Display for Surplus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Before(time) => write!(f, "ended before {}", rfc3339(*time)),
            Self::Beyond { runs, bytes } => {
                let limits = [(runs, "runs"), (bytes, "bytes")];
                let limits = limits
                    .into_iter()
                    .filter_map(|(limit, of)| Some(format!("{} {of}", (*limit)?)));
                let limits: Vec<String> = limits.collect();
                write!(f, "more than {}", limits.join(" or "))
            }
        }
    }
}

impl Totals {
    /// The difference from other totals.
    pub fn without(self, other: Self) -> Self {
        Self {
            runs: self.runs.saturating_sub(other.runs),
            bytes: self.bytes.saturating_sub(other.bytes),
        }
    }

    /// Whether there are too many runs, or their total size is too large.
    pub fn exceed(self, runs: Option<u64>, bytes: Option<u64>) -> bool {
        let is_large = bytes.is_some_and(|most| self.bytes > most) && self.runs > 1;
        runs.is_some_and(|most| self.runs > most) || is_large
    }
}

/// The runs that have ended, of one workflow or of all. The time of a call does not depend on their number. Shared runs
/// are neither counted nor removed.
#[async_trait]
pub trait RetentionStore: Send + Sync {
    /// The totals by workflow. They include shared runs.
    async fn totals(&self) -> Result<BTreeMap<String, Totals>, StoreError>;

    /// The totals of shared runs.
    async fn shared_totals(&self, workflow_id: Option<&str>) -> Result<Totals, StoreError>;

    /// Whether a run ended before this time.
    async fn has_older(
        &self,
        workflow_id: Option<&str>,
        before: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Begins to remove surplus runs, at most `limit`, as
    /// [`RemovalStore::begin_removals`](super::RemovalStore::begin_removals) does.
    async fn begin_expiry(
        &self,
        workflow_id: Option<&str>,
        surplus: Surplus,
        limit: u32,
    ) -> Result<Vec<RemovedRun>, StoreError>;

    /// Runs of unknown size. Older programs did not store sizes.
    async fn unmeasured(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Stores the sizes of runs.
    async fn set_bytes(&self, runs: Vec<EndedRun>) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_run_may_be_larger_than_all_may_be() {
        let of = |runs, bytes| Totals { runs, bytes };
        assert!(of(3, 0).exceed(Some(2), None) && !of(2, 9).exceed(Some(2), None));
        assert!(of(2, 11).exceed(None, Some(10)) && !of(2, 10).exceed(None, Some(10)));
        assert!(!of(1, 11).exceed(None, Some(10)) && !of(0, 0).exceed(None, Some(10)));
        assert!(!of(u64::MAX, u64::MAX).exceed(None, None));
        assert_eq!(of(3, 1).without(of(1, 2)), of(2, 0));
    }
}
