//! The catalog as routes and background tasks use it: no call blocks a thread of the async runtime for longer than a
//! look at memory takes, unless it says so. Knows no folder.

use std::path::PathBuf;
use std::sync::Arc;

use super::deployed_workflow::DeployedWorkflow;
use super::scans::{PATIENCE, Scans, Step};
use super::source::{KeptFiles, SentFiles};
use super::upload::{self, FileError};
use super::version_records::VersionRecords;
use super::versions::VersionEntry;
use super::workflow_id::WorkflowId;
use super::{Catalog, CatalogError};
use parties::{Turn, Turns};
use store::{Author, Origin, VersionRecord};
use workflow::classes::NodeClasses;

/// The deployed workflows.
pub(crate) struct SharedCatalog {
    catalog: Arc<Catalog>,
    scans: Arc<Scans>,
    /// One request at a time has a version read that is not in memory, or publishes one, besides the scan.
    reading: Arc<Turns>,
}

impl SharedCatalog {
    /// Opens a folder and reads its workflows, converted with the classes of all engines. `copies` is where their
    /// versions are kept, and how many of them. Blocks the caller, which is not a task of the async runtime.
    pub(crate) fn open(
        folder: PathBuf,
        copies: (KeptFiles, u32),
        records: VersionRecords,
        classes: Arc<NodeClasses>,
    ) -> Result<Self, CatalogError> {
        Ok(Self {
            catalog: Arc::new(Catalog::open(folder, copies, records, classes)?),
            scans: Arc::new(Scans::new(PATIENCE)),
            reading: Turns::new(1),
        })
    }

    /// Converts workflows with these classes from now on, and starts to convert all of them again.
    pub(crate) fn set_classes(&self, classes: Arc<NodeClasses>) {
        self.catalog.set_classes(classes);
        self.scans.start(&self.catalog);
    }

    /// Whether the classes of an engine convert the workflows.
    pub(crate) fn has_classes(&self) -> bool {
        !self.catalog.state().classes.is_empty()
    }

    /// The current version of every deployed workflow, sorted by id. If the folder or a file takes too long, what was
    /// read before.
    pub(crate) async fn all(&self) -> Vec<Arc<DeployedWorkflow>> {
        self.scans.wait(&self.catalog, Step::Read).await;
        self.catalog.known()
    }

    /// The workflow with this id: its current version, or the one that the id names. If it does not exist, the ids of
    /// all workflows. If the folder takes too long, what it had before.
    pub(crate) async fn find(
        &self,
        id: &WorkflowId,
    ) -> Result<Result<Arc<DeployedWorkflow>, Vec<String>>, CatalogError> {
        self.look().await;
        self.find_known(id).await
    }

    /// The same, without a look at the folder.
    pub(crate) async fn find_known(
        &self,
        id: &WorkflowId,
    ) -> Result<Result<Arc<DeployedWorkflow>, Vec<String>>, CatalogError> {
        match self.catalog.version(id) {
            Ok(version) => Ok(Ok(self.read(version).await?)),
            Err(ids) => Ok(Err(ids)),
        }
    }

    /// A version of a workflow, or its last one. Also of a deleted workflow, since its runs stay.
    pub(crate) async fn once_deployed(
        &self,
        id: &str,
        version: Option<u32>,
    ) -> Result<Option<Arc<DeployedWorkflow>>, CatalogError> {
        // The last one may have been replaced in the folder; a numbered one stays what it is.
        if version.is_none() {
            self.look().await;
        }
        match self.catalog.once_version(id, version) {
            Some(version) => Ok(Some(self.read(version).await?)),
            None => Ok(None),
        }
    }

    /// The last version of a workflow as it was last read, also of a deleted one. Without a look at the folder.
    pub(crate) async fn last_known(
        &self,
        id: &str,
    ) -> Result<Option<Arc<DeployedWorkflow>>, CatalogError> {
        let Some(version) = self.catalog.once_version(id, None) else {
            return Ok(None);
        };
        let known = self.catalog.state().last_read(&version).cloned();
        match known {
            Some(known) => Ok(Some(known)),
            None => Ok(Some(self.read(version).await?)),
        }
    }

    /// The versions of a workflow, from last to first; none if it is not deployed.
    pub(crate) async fn versions(&self, id: &str) -> Result<Vec<VersionEntry>, CatalogError> {
        let id = id.to_owned();
        self.blocking(move |catalog| catalog.versions(&id)).await
    }

    /// Deletes a workflow: none of its versions can be run any more. Returns whether there was one.
    pub(crate) async fn delete(&self, id: &str, by: Author) -> Result<bool, CatalogError> {
        self.look().await;
        let id = id.to_owned();
        self.blocking(move |catalog| catalog.delete(&id, &by))
            .await?
    }

    /// The ids of the deployed workflows.
    pub(crate) async fn ids(&self) -> Vec<String> {
        let all = self.all().await;
        let ids = all.iter().map(|deployed| deployed.entry.id.clone());
        ids.collect()
    }

    /// Deploys an earlier version of a workflow as its newest one, and returns that; `None` if there is no such
    /// version.
    pub(crate) async fn deploy_again(
        &self,
        id: &str,
        version: u32,
        by: Author,
    ) -> Result<Option<Arc<DeployedWorkflow>>, CatalogError> {
        // A change in the folder from before the request is the older version.
        self.look().await;
        let id = id.to_owned();
        self.blocking(move |catalog| catalog.publish_again(&id, version, &by))
            .await?
    }

    /// Waits until the files of the folder have been looked at.
    pub(crate) async fn look(&self) {
        self.scans.wait(&self.catalog, Step::Looked).await;
    }

    /// A turn to read or publish a version, one at a time; parties take turns. It belongs into the task that does so.
    pub(crate) async fn turn(&self) -> Option<Turn> {
        self.reading.wait().await
    }

    /// Publishes a workflow that was sent as its newest version, and returns that version. Blocks the caller, which is
    /// not a task of the async runtime.
    ///
    /// # Errors
    /// What keeps the workflow from running, or an example from being used: nothing has changed then.
    pub(super) fn publish(
        &self,
        sent: &SentFiles,
        id: &str,
        by: &Author,
    ) -> Result<Result<Arc<DeployedWorkflow>, Vec<FileError>>, CatalogError> {
        let classes = self.catalog.state().classes.clone();
        match upload::check(sent, id, &classes) {
            Ok(files) => {
                let published = self.catalog.publish(id, &files, Origin::Upload, Some(by));
                Ok(Ok(published?))
            }
            Err(errors) => Ok(Err(errors)),
        }
    }

    /// The workflow of a version, converted with the classes of now.
    async fn read(&self, version: VersionRecord) -> Result<Arc<DeployedWorkflow>, CatalogError> {
        let known = self.catalog.state().read_now(&version).cloned();
        match known {
            Some(known) => Ok(known),
            None => self.blocking(move |catalog| catalog.read(&version)).await,
        }
    }

    /// Runs work on a thread for blocking tasks. Others wait without a thread.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalog) -> T + Send + 'static,
    ) -> Result<T, CatalogError> {
        let turn = self.turn().await;
        let catalog = self.catalog.clone();
        let task = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&catalog)
        });
        Ok(task.await?)
    }
}

#[cfg(test)]
mod tests;
