//! A version of a workflow as it is stored. No I/O.

use chrono::{DateTime, Utc};

/// How a version was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// As a file in the folder of the workflows.
    Folder,
    /// With `PUT /api/v1/comfy/workflows/{workflow_id}`.
    Upload,
}

/// One version of a workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRecord {
    pub workflow_id: String,
    /// Counted from 1.
    pub number: u32,
    /// The digest of its content.
    pub digest: String,
    pub origin: Origin,
    pub created_at: DateTime<Utc>,
    /// Whether the workflow was deleted after this version.
    pub is_deleted: bool,
}

impl Origin {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Upload => "upload",
        }
    }
}
