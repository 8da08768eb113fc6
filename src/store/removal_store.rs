//! The removal of runs. Readers no longer see a run that is being removed; only its files are left. No I/O.

use async_trait::async_trait;

use super::audit_record::Author;
use super::error::StoreError;
use super::reach::Reach;

/// A run that was removed. Its engine may still have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedRun {
    pub id: String,
    /// The address of the engine instance that had it last.
    pub instance_address: Option<String>,
    /// Its last id at that instance.
    pub prompt_id: String,
}

/// The removal of runs. A removal begins and ends with a change of the store, and the files are deleted in between. If
/// the service is killed, the next start finds the removals that have not ended.
#[async_trait]
pub trait RemovalStore: Send + Sync {
    /// Removes those of these runs that have ended, and their shares. The same change notes their removals and adds a
    /// line by this author to the audit log for each.
    async fn begin_removals(
        &self,
        ids: Vec<String>,
        by: Author,
    ) -> Result<Vec<RemovedRun>, StoreError>;

    /// The ids of the runs whose files may still exist.
    async fn removals(&self) -> Result<Vec<String>, StoreError>;

    /// Notes that no files of these runs are left.
    async fn end_removals(&self, ids: Vec<String>) -> Result<(), StoreError>;

    /// The ids of runs of a group: if `ended`, of those that have ended, otherwise of the others. At most `limit`.
    async fn ids_of_group(
        &self,
        group_id: &str,
        reach: &Reach,
        ended: bool,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;
}
