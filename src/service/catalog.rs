//! The deployed workflows and their versions. A workflow is published as a file of a folder, which is looked at
//! whenever it may have changed, or through the API. Knows neither routes nor engines.

mod conversion;
mod deployed_workflow;
mod examples;
mod exposure;
mod folder;
mod snapshots;
mod state;
mod upload;
mod versions;
mod workflow_id;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use conversion::{Converted, Source};
pub(crate) use deployed_workflow::DeployedWorkflow;
pub(crate) use upload::{EXAMPLES, EXPOSURE, FileError, WORKFLOW, path_of};
pub(crate) use versions::VersionEntry;
pub(crate) use workflow_id::{WorkflowId, problem as id_problem};

use super::start_error::StartError;
use super::store::{Origin, Store, StoreError, VersionRecord};
use crate::workflow::classes::NodeClasses;
use examples::Examples;
use folder::WorkflowFolder;
use snapshots::{Snapshots, WorkflowFiles};
use state::{ReadWorkflow, State};

/// How many workflows of older versions are kept in memory.
const MAX_OLDER: usize = 100;

/// The deployed workflows.
pub(crate) struct Catalog {
    store: Arc<dyn Store>,
    snapshots: Snapshots,
    state: Mutex<State>,
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
    /// Opens a folder and reads its workflows, converted with the classes of all engines. `copies` is an
    /// existing folder for their versions.
    pub(crate) fn open(
        folder: PathBuf,
        copies: PathBuf,
        store: Arc<dyn Store>,
        classes: Arc<NodeClasses>,
    ) -> Result<Self, StartError> {
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
                classes,
                generation: 0,
            }),
        };
        catalog.all().map_err(failed)?;
        Ok(catalog)
    }

    /// Converts workflows with these classes from now on.
    pub(crate) fn set_classes(&self, classes: Arc<NodeClasses>) {
        let mut state = self.state();
        state.classes = classes;
        state.generation += 1;
    }

    /// The files of the workflow in a folder.
    ///
    /// # Errors
    /// What keeps the workflow from running, or an example from being used.
    pub(crate) fn check(&self, folder: &Path, id: &str) -> Result<WorkflowFiles, Vec<FileError>> {
        let classes = self.state().classes.clone();
        upload::check(folder, id, &classes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// A version of a workflow, or its last one. Also of a deleted workflow, since its runs stay.
    pub(crate) fn once_deployed(
        &self,
        id: &str,
        version: Option<u32>,
    ) -> Result<Option<Arc<DeployedWorkflow>>, CatalogError> {
        let mut state = self.up_to_date()?;
        let mut versions = state.versions.get(id).into_iter().flatten().rev();
        let found = versions.find(|found| version.is_none_or(|number| found.number == number));
        let found = found.cloned();
        Ok(found.map(|version| self.read(&mut state, &version)))
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
        let mut state = self.state();
        let classes = state.classes.clone();
        for changed in state.folder.changed(&classes)? {
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

    /// The workflow of a version; read once per generation of the classes.
    fn read(&self, state: &mut State, version: &VersionRecord) -> Arc<DeployedWorkflow> {
        let key = (version.workflow_id.clone(), version.digest.clone());
        let known = state.read.get(&key);
        let known = known.filter(|known| known.deployed.version == version.number);
        if let Some(known) = known.filter(|known| known.generation == state.generation) {
            return known.deployed.clone();
        }
        let problems = known.map(|known| known.deployed.entry.problems.clone());
        if state.read.len() >= state.versions.len() + MAX_OLDER {
            state.read.clear();
        }
        let folder = self.snapshots.folder_of(&version.digest);
        let (id, number) = (&version.workflow_id, version.number);
        let deployed = folder::read(&folder, id, number, &state.classes);
        if problems.as_ref() != Some(&deployed.entry.problems) {
            report_problems(&deployed);
        }
        let read = ReadWorkflow {
            generation: state.generation,
            deployed: deployed.clone(),
        };
        state.read.insert(key, read);
        deployed
    }
}

fn report_problems(deployed: &DeployedWorkflow) {
    let (id, version) = (&deployed.entry.id, deployed.version);
    for problem in &deployed.entry.problems {
        tracing::warn!("the workflow {id}, version {version}, cannot run: {problem}");
    }
    let Examples {
        problems,
        exposure_problems,
        ..
    } = &deployed.examples;
    for problem in exposure_problems.iter().chain(problems) {
        tracing::warn!("leaving out an example of the workflow {id}, version {version}: {problem}");
    }
}

#[cfg(test)]
mod tests;
