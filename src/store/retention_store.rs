//! What the store knows about runs that have ended: how many there are, how large their outputs are, and which are the
//! oldest. No I/O.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::error::StoreError;
use super::removal_store::RemovedRun;
use crate::times::rfc3339;

/// The runs that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many.
    pub runs: u64,
    /// The bytes of their outputs.
    pub bytes: u64,
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedRun {
    pub id: String,
    /// The bytes of its outputs.
    pub bytes: u64,
}

/// Which runs are too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// Those that ended before this time.
    Before(DateTime<Utc>),
    /// The oldest ones beyond this number, or beyond this many bytes together. The newest one stays, however large it
    /// is.
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
    /// These without those.
    pub fn without(self, other: Self) -> Self {
        Self {
            runs: self.runs.saturating_sub(other.runs),
            bytes: self.bytes.saturating_sub(other.bytes),
        }
    }

    /// Whether they are too many, or too large together.
    pub fn exceed(self, runs: Option<u64>, bytes: Option<u64>) -> bool {
        let is_large = bytes.is_some_and(|most| self.bytes > most) && self.runs > 1;
        runs.is_some_and(|most| self.runs > most) || is_large
    }
}

/// The runs that have ended; of one workflow, or of all. No call takes longer because there are many of them. Runs that
/// links show are neither counted nor removed.
#[async_trait]
pub trait RetentionStore: Send + Sync {
    /// The runs that have ended by workflow, also those that links show.
    async fn totals(&self) -> Result<BTreeMap<String, Totals>, StoreError>;

    /// Those of them that links show.
    async fn shared_totals(&self, workflow_id: Option<&str>) -> Result<Totals, StoreError>;

    /// Whether a run has ended before this time.
    async fn has_older(
        &self,
        workflow_id: Option<&str>,
        before: DateTime<Utc>,
    ) -> Result<bool, StoreError>;

    /// Begins to remove runs that are too many, at most `limit` of them, as
    /// [`RemovalStore::begin_removals`](super::RemovalStore::begin_removals) does.
    async fn begin_expiry(
        &self,
        workflow_id: Option<&str>,
        surplus: Surplus,
        limit: u32,
    ) -> Result<Vec<RemovedRun>, StoreError>;

    /// Runs whose size is not known, as those of older programs.
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
