//! A run that is in the list of runs, and not sent yet.

use web_sys::AbortController;

use crate::runs::RunRow;
use client::web::FormPart;

/// A run to send.
pub(super) struct PendingRun {
    pub(super) parts: Vec<FormPart>,
    pub(super) row: RunRow,
    /// The id that every run of its batch shares.
    pub(super) batch_id: Option<String>,
    pub(super) abort: Option<AbortController>,
}
