//! A version of a workflow as it is stored. No I/O.

/// How a version was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// As a file in the folder of the workflows.
    Folder,
    /// With `PUT /api/v1/comfy/workflows/{workflow_id}`.
    Upload,
}

/// One version of a workflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionRecord {
    pub(crate) workflow_id: String,
    /// Counted from 1.
    pub(crate) number: u32,
    /// The digest of its content.
    pub(crate) digest: String,
    pub(crate) origin: Origin,
    /// RFC 3339, UTC.
    pub(crate) created_at: String,
    /// Whether the workflow was deleted after it.
    pub(crate) is_deleted: bool,
}
