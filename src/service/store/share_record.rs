//! A shared result as it is stored: which run, by which key, until when. No I/O.

/// A result to share.
#[derive(Clone, Debug)]
pub(crate) struct NewShare {
    pub(crate) id: String,
    pub(crate) run_id: String,
    /// The name of the key that shares it.
    pub(crate) owner: String,
    /// The days until it expires.
    pub(crate) days: u32,
}

/// A shared result as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShareRecord {
    pub(crate) id: String,
    pub(crate) run_id: String,
    /// The name of the key that shares it.
    pub(crate) owner: String,
    /// The workflow of the run.
    pub(crate) workflow_id: String,
    /// The version of the workflow; `None` for runs of older programs.
    pub(crate) version: Option<u32>,
    pub(crate) created_at: String,
    pub(crate) expires_at: String,
}
