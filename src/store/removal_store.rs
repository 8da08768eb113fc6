//! Removing runs. A run that is being removed is gone for every reader; only its files are left. No I/O.

use async_trait::async_trait;

use super::audit_record::Author;
use super::error::StoreError;
use super::reach::Reach;

/// A run that has been removed, and where its engine may still have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovedRun {
    pub id: String,
    /// The address of the engine instance that had it last.
    pub instance_address: Option<String>,
    /// Its last id at that instance.
    pub prompt_id: String,
}

/// The removal of runs. A removal begins and ends with a change of the store, and the files are deleted in between:
/// whenever the service is killed, the next start finds the removals that have not ended.
#[async_trait]
pub trait RemovalStore: Send + Sync {
    /// Removes those of these runs that have ended, and their shares. Their removals are noted in the same change, and
    /// that this author has deleted them.
    async fn begin_removals(
        &self,
        ids: Vec<String>,
        by: Author,
    ) -> Result<Vec<RemovedRun>, StoreError>;

    /// The runs whose files may not be deleted yet.
    async fn removals(&self) -> Result<Vec<String>, StoreError>;

    /// Notes that nothing is left of these runs.
    async fn end_removals(&self, ids: Vec<String>) -> Result<(), StoreError>;

    /// The ids of the runs of a group: those that have ended if `ended`, else the others; at most `limit`.
    async fn ids_of_group(
        &self,
        group_id: &str,
        reach: &Reach,
        ended: bool,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;
}
