//! The records of versions, for the catalog, whose calls block. Knows no files.

use std::sync::Arc;

use tokio::runtime::Handle;

use store::{AuditRecord, Author, Origin, StoreError, VersionRecord, VersionStore};

/// The records of versions in a store. Every call blocks its thread, which is not one of the async runtime.
pub(crate) struct VersionRecords {
    store: Arc<dyn VersionStore>,
    runtime: Handle,
}

impl VersionRecords {
    /// Those of this store.
    pub(crate) fn new(store: Arc<dyn VersionStore>, runtime: Handle) -> Self {
        Self { store, runtime }
    }

    pub(super) fn all(&self) -> Result<Vec<VersionRecord>, StoreError> {
        self.runtime.block_on(self.store.versions())
    }

    pub(super) fn publish(
        &self,
        id: &str,
        digest: &str,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<VersionRecord, StoreError> {
        let published = self.store.publish(id, digest, origin, by);
        self.runtime.block_on(published)
    }

    pub(super) fn forget(&self, id: &str, keep: u32) -> Result<Vec<u32>, StoreError> {
        self.runtime.block_on(self.store.forget_versions(id, keep))
    }

    pub(super) fn delete_workflow(&self, id: &str, line: AuditRecord) -> Result<(), StoreError> {
        self.runtime.block_on(self.store.delete_workflow(id, line))
    }

    pub(super) fn folder_digest(&self, id: &str) -> Result<Option<String>, StoreError> {
        self.runtime.block_on(self.store.folder_digest(id))
    }

    pub(super) fn set_folder_digest(&self, id: &str, digest: &str) -> Result<(), StoreError> {
        let noted = self.store.set_folder_digest(id, digest);
        self.runtime.block_on(noted)
    }
}
