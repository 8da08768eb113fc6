//! The deployed workflows and their versions. A workflow is published as a file of a folder, which is looked at
//! whenever it may have changed, or through the API. Knows neither routes nor engines.
//!
//! All work with files, the store and conversions happens outside the async runtime, and none of it under the lock of
//! the state: whatever a file or a folder does, requests are served from what is known.

pub mod deploy;
mod deployed_workflow;
mod examples;
mod exposure;
mod folder;
mod readiness_log;
mod scans;
mod shared_catalog;
mod snapshots;
mod source;
mod state;
mod upload;
mod version_records;
mod versions;
mod workflow_files;
mod workflow_id;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use deploy::DeployError;
pub use deployed_workflow::DeployedWorkflow;
pub use examples::file::read_named_file;
use folder::{ChangedWorkflow, WorkflowFolder};
pub(crate) use shared_catalog::SharedCatalog;
use snapshots::Snapshots;
pub use source::KeptFiles;
use source::WorkflowFiles;
use state::State;
pub(crate) use version_records::VersionRecords;
pub(crate) use versions::VersionEntry;
pub(crate) use workflow_id::{WorkflowId, problem as id_problem};

use data_folder::disk_advice;
use store::{AuditAction, Author, Origin, StoreError, VersionRecord};
use workflow::classes::NodeClasses;

/// The deployed workflows. Every call but those that say so blocks its thread, which is not one of the async runtime.
struct Catalog {
    records: VersionRecords,
    snapshots: Snapshots,
    /// How many versions of a workflow are kept, besides those of runs.
    keep_versions: u32,
    /// Locked while the folder is looked at, which may take as long as the folder's disk or network does.
    folder: Mutex<WorkflowFolder>,
    /// Locked while a version is added or deleted.
    publishing: Mutex<()>,
    /// Never locked during I/O or a conversion.
    state: Mutex<State>,
}

/// Why the catalog cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    #[error("reading the deployed workflows: {0}")]
    Io(#[from] io::Error),
    #[error("keeping the versions of the workflows: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Copies(io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A new workflow cannot have this id.
    #[error("a workflow cannot have the ID “{id}”: {why}")]
    Id { id: String, why: String },
    #[error("reading a deployed workflow: {0}")]
    Task(#[from] tokio::task::JoinError),
}

impl Catalog {
    /// Opens a folder and reads its workflows, converted with the classes of all engines. `copies` is where their
    /// versions are kept, and how many of them.
    fn open(
        folder: PathBuf,
        (copies, keep_versions): (KeptFiles, u32),
        records: VersionRecords,
        classes: Arc<NodeClasses>,
    ) -> Result<Self, CatalogError> {
        let versions = kept_versions(&records, keep_versions)?;
        let snapshots = Snapshots::new(copies);
        let used = versions
            .values()
            .flatten()
            .map(|version| version.digest.as_str());
        let removed = snapshots.remove_unused(&used.collect());
        removed.map_err(CatalogError::Copies)?;
        let catalog = Self {
            records,
            snapshots,
            keep_versions,
            folder: Mutex::new(WorkflowFolder::new(folder)),
            publishing: Mutex::new(()),
            state: Mutex::new(State::new(versions, classes)),
        };
        catalog.look()?;
        catalog.read_all();
        Ok(catalog)
    }

    /// Does not block.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Converts workflows with these classes from now on. Does not block.
    fn set_classes(&self, classes: Arc<NodeClasses>) {
        let mut state = self.state();
        state.classes = classes;
        state.generation += 1;
    }

    /// Publishes new and changed files of the folder. One that cannot be read affects no other.
    fn look(&self) -> Result<(), CatalogError> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let look = folder.look()?;
        let classes = {
            let mut state = self.state();
            state.in_folder = look.present;
            state.classes.clone()
        };
        for file in look.changed {
            let changed = folder.read(file, &classes);
            match self.publish_changed(&changed) {
                Ok(()) => folder.note(changed),
                Err(why) => {
                    let (id, why) = (&changed.id, why.to_string());
                    if folder.note_failure(id, why.clone()) {
                        tracing::warn!("deploying the workflow {id} of the folder: {why}");
                    }
                }
            }
        }
        Ok(())
    }

    fn publish_changed(&self, changed: &ChangedWorkflow) -> Result<(), CatalogError> {
        let ChangedWorkflow { id, files, .. } = changed;
        let digest = snapshots::digest(files)?;
        // A deleted workflow stays deleted until its file changes.
        if self.records.folder_digest(id)?.as_ref() != Some(&digest) {
            self.publish(id, files, Origin::Folder, None)?;
            self.records.set_folder_digest(id, &digest)?;
        }
        Ok(())
    }

    /// Reads the current version of every workflow that was not read with the classes of now.
    fn read_all(&self) {
        let current = self.state().current();
        for version in current {
            self.read(&version);
        }
    }

    /// What is known of the current version of every deployed workflow, sorted by id. Does not block.
    fn known(&self) -> Vec<Arc<DeployedWorkflow>> {
        let state = self.state();
        let current = state.current();
        let known = current
            .iter()
            .filter_map(|version| state.last_read(version));
        known.cloned().collect()
    }

    /// The version that an id names, or the ids of all workflows. Does not block.
    fn version(&self, id: &WorkflowId) -> Result<VersionRecord, Vec<String>> {
        let state = self.state();
        let found = match id.version {
            None => state.current_of(&id.name),
            Some(number) => state.version(&id.name, number),
        };
        found.cloned().ok_or_else(|| {
            let current = state.current().into_iter();
            current.map(|version| version.workflow_id).collect()
        })
    }

    /// A version of a workflow, or its last one; also of a deleted workflow. Does not block.
    fn once_version(&self, id: &str, version: Option<u32>) -> Option<VersionRecord> {
        let state = self.state();
        let mut versions = state.versions.get(id)?.iter().rev();
        let found = versions.find(|found| version.is_none_or(|number| found.number == number));
        found.cloned()
    }

    /// Publishes a workflow with these files as its newest version, and returns that version. The author is that of an
    /// upload.
    fn publish(
        &self,
        id: &str,
        files: &WorkflowFiles,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<Arc<DeployedWorkflow>, CatalogError> {
        let publishing = self.publishing.lock();
        let _publishing = publishing.unwrap_or_else(PoisonError::into_inner);
        self.ensure_portable(id)?;
        // While nobody removes the copies of other versions: one may be the same.
        let digest = self.snapshots.keep(files).map_err(CatalogError::Copies)?;
        self.publish_copy(id, &digest, origin, by)
    }

    /// Publishes the copy of an earlier version as the newest version, and returns that; `None` if there is no such
    /// version.
    fn publish_again(
        &self,
        id: &str,
        number: u32,
        by: &Author,
    ) -> Result<Option<Arc<DeployedWorkflow>>, CatalogError> {
        let publishing = self.publishing.lock();
        let _publishing = publishing.unwrap_or_else(PoisonError::into_inner);
        let earlier = self.state().version(id, number).cloned();
        let again = earlier.map(|version| {
            let digest = &version.digest;
            self.publish_copy(id, digest, Origin::Upload, Some(by))
        });
        again.transpose()
    }

    /// Publishes files that were copied. Nobody else publishes meanwhile.
    fn publish_copy(
        &self,
        id: &str,
        digest: &str,
        origin: Origin,
        by: Option<&Author>,
    ) -> Result<Arc<DeployedWorkflow>, CatalogError> {
        let version = self.records.publish(id, digest, origin, by)?;
        // Before it is the current one, so that a list never lacks it.
        let deployed = self.read(&version);
        self.state().add(version);
        if let Err(why) = self.forget_versions(id) {
            tracing::warn!(
                "removing old versions of the workflow {id}: {why}; trying again after the next one"
            );
        }
        Ok(deployed)
    }

    /// Ensures that every system can keep the file of a new workflow. One that was deployed before goes on.
    fn ensure_portable(&self, id: &str) -> Result<(), CatalogError> {
        let state = self.state();
        if state.versions.contains_key(id) {
            return Ok(());
        }
        let known = state.versions.keys().map(String::as_str);
        let known = known.filter(|known| state.current_of(known).is_some());
        match workflow_id::problem_of_new(id, known) {
            Some(why) => Err(CatalogError::Id {
                id: id.to_owned(),
                why,
            }),
            None => Ok(()),
        }
    }

    /// Removes the oldest versions of a workflow beyond the limit, with their copies. Nobody else publishes meanwhile.
    fn forget_versions(&self, id: &str) -> Result<(), CatalogError> {
        if self.state().count(id) <= self.keep_versions as usize {
            return Ok(());
        }
        let gone = self.records.forget(id, self.keep_versions)?;
        let unused = self.state().forget(id, &gone);
        self.snapshots.remove(unused);
        Ok(())
    }

    /// Deletes a workflow: none of its versions can be run any more. Returns whether there was one.
    fn delete(&self, id: &str, by: &Author) -> Result<bool, CatalogError> {
        let publishing = self.publishing.lock();
        let _publishing = publishing.unwrap_or_else(PoisonError::into_inner);
        if self.state().current_of(id).is_none() {
            return Ok(false);
        }
        self.records
            .delete_workflow(id, by.does(AuditAction::DeleteWorkflow, id))?;
        for version in self.state().versions.get_mut(id).into_iter().flatten() {
            version.is_deleted = true;
        }
        Ok(true)
    }

    /// The versions of a workflow, from last to first; none if it is not deployed.
    fn versions(&self, id: &str) -> Vec<VersionEntry> {
        let records: Vec<_> = {
            let state = self.state();
            match state.current_of(id) {
                Some(_) => state.visible(id).cloned().collect(),
                None => Vec::new(),
            }
        };
        let read: Vec<_> = records.iter().map(|version| self.read(version)).collect();
        versions::entries(&records, &read)
    }

    /// The workflow of a version; read once per generation of the classes.
    fn read(&self, version: &VersionRecord) -> Arc<DeployedWorkflow> {
        let (classes, generation, before) = {
            let state = self.state();
            if let Some(read) = state.read_now(version) {
                return read.clone();
            }
            let before = state.last_read(version).cloned();
            (state.classes.clone(), state.generation, before)
        };
        let files = self.snapshots.files_of(&version.digest);
        let (id, number) = (&version.workflow_id, version.number);
        let deployed = folder::read(&files, id, number, &classes);
        readiness_log::report(before.as_deref(), &deployed);
        self.state().keep(version, generation, deployed.clone());
        deployed
    }
}

/// The versions of each workflow that are kept, from first to last.
fn kept_versions(
    records: &VersionRecords,
    keep: u32,
) -> Result<BTreeMap<String, Vec<VersionRecord>>, CatalogError> {
    let mut all: BTreeMap<String, Vec<VersionRecord>> = BTreeMap::new();
    for version in records.all()? {
        let of_workflow = all.entry(version.workflow_id.clone());
        of_workflow.or_default().push(version);
    }
    for (id, versions) in &mut all {
        if versions.len() > keep as usize {
            let gone = records.forget(id, keep)?;
            versions.retain(|version| !gone.contains(&version.number));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
