//! The versions of a workflow as they are listed, with what changed from one to the next. No I/O.

use std::sync::Arc;

use serde::Serialize;

use super::deployed_workflow::DeployedWorkflow;
use schema::{Change, changes};
use store::{VersionRecord, rfc3339};

/// One version in the list.
#[derive(Debug, Serialize)]
pub(crate) struct VersionEntry {
    /// Counted from 1.
    version: u32,
    created_at: String,
    /// How the fields differ from those of the version before.
    changes: Vec<Change>,
    /// Whether values or code for the version before may fail with it.
    breaks: bool,
}

/// The entries of versions, which are given from first to last, from last to first.
pub(super) fn entries(
    records: &[VersionRecord],
    read: &[Arc<DeployedWorkflow>],
) -> Vec<VersionEntry> {
    let entry = |(index, record): (usize, &VersionRecord)| {
        let before = index.checked_sub(1).and_then(|before| read.get(before));
        let changes = match (before, read.get(index)) {
            (Some(before), Some(now)) => changes(&before.runnable.schema, &now.runnable.schema),
            _ => Vec::new(),
        };
        VersionEntry {
            version: record.number,
            created_at: rfc3339(record.created_at),
            breaks: changes.iter().any(|change| change.breaks),
            changes,
        }
    };
    records.iter().enumerate().map(entry).rev().collect()
}
