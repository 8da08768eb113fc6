//! The versions of deployed workflows. No I/O.

use async_trait::async_trait;

use crate::audit_record::{AuditRecord, Author};
use crate::error::StoreError;
use crate::version_record::{Origin, VersionRecord};

/// The versions of deployed workflows: the number and the digest of the content of each.
#[async_trait]
pub trait VersionStore: Send + Sync {
    /// Every version, by workflow and number.
    async fn versions(&self) -> Result<Vec<VersionRecord>, StoreError>;

    /// Adds a version with this content, and logs its author. If the last version has the same content, that version is
    /// returned. If the last version is only seconds old and has no runs, it gets the new content.
    async fn publish(
        &self,
        workflow_id: &str,
        digest: &str,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<VersionRecord, StoreError>;

    /// Deletes the oldest versions of a workflow beyond this number, except those that a run was made with and the last
    /// one. Returns the numbers of the deleted versions.
    async fn forget_versions(&self, workflow_id: &str, keep: u32) -> Result<Vec<u32>, StoreError>;

    /// Deletes a workflow. Its versions stay for the runs that used them.
    async fn delete_workflow(&self, workflow_id: &str, line: AuditRecord)
    -> Result<(), StoreError>;

    /// The last noted digest of a workflow's file in the folder.
    async fn folder_digest(&self, workflow_id: &str) -> Result<Option<String>, StoreError>;

    /// Notes the digest of a workflow's file in the folder.
    async fn set_folder_digest(&self, workflow_id: &str, digest: &str) -> Result<(), StoreError>;
}
