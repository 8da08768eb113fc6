//! The deployed workflows and their versions. A workflow is published as a file of a folder, which is looked at
//! whenever it may have changed, or through the API. Knows neither routes nor engines.

mod deployed_workflow;
mod examples;
mod folder;
mod snapshots;
mod upload;
mod versions;
mod workflow_id;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use deployed_workflow::DeployedWorkflow;
pub(crate) use upload::{EXAMPLES, FileError, WORKFLOW, check, path_of};
pub(crate) use versions::VersionEntry;
pub(crate) use workflow_id::{WorkflowId, problem as id_problem};

use super::start_error::StartError;
use super::store::{Origin, Store, StoreError, VersionRecord};
use folder::WorkflowFolder;
use snapshots::{Snapshots, WorkflowFiles};

/// How many workflows of older versions are kept in memory.
const MAX_OLDER: usize = 100;

/// The deployed workflows.
pub(crate) struct Catalog {
    store: Store,
    snapshots: Snapshots,
    state: Mutex<State>,
}

struct State {
    folder: WorkflowFolder,
    /// The versions of each workflow, from first to last.
    versions: BTreeMap<String, Vec<VersionRecord>>,
    /// The workflows that were read, by id and digest.
    read: HashMap<(String, String), Arc<DeployedWorkflow>>,
}

/// Why the catalog cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    #[error("reading the deployed workflows: {0}")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Catalog {
    /// Opens a folder and reads its workflows. `copies` is an existing folder for their versions.
    pub(crate) fn open(folder: PathBuf, copies: PathBuf, store: Store) -> Result<Self, StartError> {
        let failed = |why: CatalogError| StartError::Workflows {
            path: folder.clone(),
            why: io::Error::other(why),
        };
        let mut versions: BTreeMap<String, Vec<VersionRecord>> = BTreeMap::new();
        for version in store.versions().map_err(|why| failed(why.into()))? {
            versions
                .entry(version.workflow_id.clone())
                .or_default()
                .push(version);
        }
        let snapshots = Snapshots::new(copies);
        let used = versions
            .values()
            .flatten()
            .map(|version| version.digest.as_str());
        snapshots
            .remove_unused(&used.collect())
            .map_err(|why| failed(why.into()))?;
        let catalog = Self {
            store,
            snapshots,
            state: Mutex::new(State {
                folder: WorkflowFolder::new(folder.clone()),
                versions,
                read: HashMap::new(),
            }),
        };
        catalog.all().map_err(failed)?;
        Ok(catalog)
    }

    /// The current version of every deployed workflow, up to date and sorted by id. Blocks the caller, which
    /// is acceptable: the folder is small, and only changed files are read.
    pub(crate) fn all(&self) -> Result<Vec<Arc<DeployedWorkflow>>, CatalogError> {
        let mut state = self.up_to_date()?;
        let current = state.current();
        let all = current
            .into_iter()
            .map(|version| self.read(&mut state, &version));
        Ok(all.collect())
    }

    /// The workflow with this id, up to date: its current version, or the one that the id names. If it
    /// does not exist, the ids of all workflows.
    pub(crate) fn find(
        &self,
        id: &WorkflowId,
    ) -> Result<Result<Arc<DeployedWorkflow>, Vec<String>>, CatalogError> {
        let mut state = self.up_to_date()?;
        let found = match id.version {
            None => state.current_of(&id.name),
            Some(number) => state.version(&id.name, number),
        };
        Ok(match found.cloned() {
            Some(version) => Ok(self.read(&mut state, &version)),
            None => Err(state
                .current()
                .into_iter()
                .map(|version| version.workflow_id)
                .collect()),
        })
    }

    /// Publishes a workflow with these files as its newest version, and returns that version.
    pub(crate) fn publish(
        &self,
        id: &str,
        files: &WorkflowFiles,
    ) -> Result<Arc<DeployedWorkflow>, CatalogError> {
        let mut state = self.up_to_date()?;
        let version = self.add_version(&mut state, id, files, Origin::Upload)?;
        Ok(self.read(&mut state, &version))
    }

    /// Deletes a workflow: none of its versions can be run any more. Returns whether there was one.
    pub(crate) fn delete(&self, id: &str) -> Result<bool, CatalogError> {
        let mut state = self.up_to_date()?;
        if state.current_of(id).is_none() {
            return Ok(false);
        }
        self.store.delete_workflow(id)?;
        for version in state.versions.get_mut(id).into_iter().flatten() {
            version.is_deleted = true;
        }
        Ok(true)
    }

    /// The versions of a workflow, from last to first; none if it is not deployed.
    pub(crate) fn versions(&self, id: &str) -> Result<Vec<VersionEntry>, CatalogError> {
        let mut state = self.up_to_date()?;
        if state.current_of(id).is_none() {
            return Ok(Vec::new());
        }
        let records: Vec<_> = state.visible(id).cloned().collect();
        let schemas = records.iter().map(|version| self.read(&mut state, version));
        let schemas: Vec<_> = schemas.collect();
        Ok(versions::entries(&records, &schemas))
    }

    /// The state, after new and changed files of the folder have been published.
    fn up_to_date(&self) -> Result<MutexGuard<'_, State>, CatalogError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for changed in state.folder.changed()? {
            let digest = snapshots::digest(&changed.files)?;
            // A deleted workflow stays deleted until its file changes.
            if self.store.folder_digest(&changed.id)?.as_ref() != Some(&digest) {
                self.add_version(&mut state, &changed.id, &changed.files, Origin::Folder)?;
                self.store.set_folder_digest(&changed.id, &digest)?;
            }
            state.folder.note(changed);
        }
        Ok(state)
    }

    fn add_version(
        &self,
        state: &mut State,
        id: &str,
        files: &WorkflowFiles,
        origin: Origin,
    ) -> Result<VersionRecord, CatalogError> {
        let digest = self.snapshots.keep(files)?;
        let version = self.store.publish(id, &digest, origin)?;
        let versions = state.versions.entry(id.to_owned()).or_default();
        versions.retain(|known| known.number != version.number);
        versions.push(version.clone());
        Ok(version)
    }

    /// The workflow of a version; read once.
    fn read(&self, state: &mut State, version: &VersionRecord) -> Arc<DeployedWorkflow> {
        let key = (version.workflow_id.clone(), version.digest.clone());
        let known = state
            .read
            .get(&key)
            .filter(|known| known.version == version.number);
        if let Some(known) = known {
            return known.clone();
        }
        if state.read.len() >= state.versions.len() + MAX_OLDER {
            state.read.clear();
        }
        let folder = self.snapshots.folder_of(&version.digest);
        let read = folder::read(&folder, &version.workflow_id, version.number);
        report_problems(&read);
        state.read.insert(key, read.clone());
        read
    }
}

fn report_problems(deployed: &DeployedWorkflow) {
    let (id, version) = (&deployed.entry.id, deployed.version);
    for problem in &deployed.entry.problems {
        tracing::warn!("the workflow {id}, version {version}, cannot run: {problem}");
    }
    for problem in &deployed.examples.problems {
        tracing::warn!("leaving out an example of the workflow {id}, version {version}: {problem}");
    }
}

impl State {
    /// The current version of every deployed workflow.
    fn current(&self) -> Vec<VersionRecord> {
        let ids = self.versions.keys();
        ids.filter_map(|id| self.current_of(id).cloned()).collect()
    }

    fn current_of(&self, id: &str) -> Option<&VersionRecord> {
        let last = self.versions.get(id)?.last()?;
        let is_there = last.origin == Origin::Upload || self.folder.contains(id);
        (is_there && !last.is_deleted).then_some(last)
    }

    /// The versions that were not deleted.
    fn visible(&self, id: &str) -> impl Iterator<Item = &VersionRecord> {
        let versions = self.versions.get(id).into_iter().flatten();
        versions.filter(|version| !version.is_deleted)
    }

    fn version(&self, id: &str, number: u32) -> Option<&VersionRecord> {
        self.current_of(id)?;
        self.visible(id).find(|version| version.number == number)
    }
}

#[cfg(test)]
mod tests;
