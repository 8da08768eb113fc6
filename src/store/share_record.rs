//! A shared result as it is stored: its run, its key and when it expires. No I/O.

use chrono::{DateTime, Utc};

/// A result to share.
#[derive(Clone, Debug)]
pub struct NewShare {
    pub id: String,
    pub run_id: String,
    /// The name of the key that shares it.
    pub owner: String,
    /// The days until it expires.
    pub days: u32,
}

/// A shared result as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareRecord {
    pub id: String,
    pub run_id: String,
    /// The name of the key that shares it.
    pub owner: String,
    /// The workflow of the run.
    pub workflow_id: String,
    /// The version of the workflow; `None` for runs of older programs.
    pub version: Option<u32>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}
