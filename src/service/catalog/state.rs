//! The versions of the workflows and what was read of them. No I/O.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::deployed_workflow::DeployedWorkflow;
use super::folder::WorkflowFolder;
use crate::service::store::{Origin, VersionRecord};
use crate::workflow::classes::NodeClasses;

pub(super) struct State {
    pub(super) folder: WorkflowFolder,
    /// The versions of each workflow, from first to last.
    pub(super) versions: BTreeMap<String, Vec<VersionRecord>>,
    /// The workflows that were read, by id and digest.
    pub(super) read: HashMap<(String, String), ReadWorkflow>,
    /// The classes of all engines, which convert workflows.
    pub(super) classes: Arc<NodeClasses>,
    /// How often these have changed.
    pub(super) generation: u64,
}

/// A workflow with the generation of the classes that converted it.
pub(super) struct ReadWorkflow {
    pub(super) generation: u64,
    pub(super) deployed: Arc<DeployedWorkflow>,
}

impl State {
    /// The current version of every deployed workflow.
    pub(super) fn current(&self) -> Vec<VersionRecord> {
        let ids = self.versions.keys();
        ids.filter_map(|id| self.current_of(id).cloned()).collect()
    }

    pub(super) fn current_of(&self, id: &str) -> Option<&VersionRecord> {
        let last = self.versions.get(id)?.last()?;
        let is_there = last.origin == Origin::Upload || self.folder.contains(id);
        (is_there && !last.is_deleted).then_some(last)
    }

    /// The versions that were not deleted.
    pub(super) fn visible(&self, id: &str) -> impl Iterator<Item = &VersionRecord> {
        let versions = self.versions.get(id).into_iter().flatten();
        versions.filter(|version| !version.is_deleted)
    }

    pub(super) fn version(&self, id: &str, number: u32) -> Option<&VersionRecord> {
        self.current_of(id)?;
        self.visible(id).find(|version| version.number == number)
    }
}
