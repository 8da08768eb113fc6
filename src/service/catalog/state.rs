//! The versions of the workflows and what was read of them, in memory. No I/O.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::deployed_workflow::DeployedWorkflow;
use store::{Origin, VersionRecord};
use workflow::classes::NodeClasses;

/// How many workflows of older versions are kept in memory.
const MAX_OLDER: usize = 100;

pub(super) struct State {
    /// The ids of the workflows that the folder had when it was last looked at.
    pub(super) in_folder: HashSet<String>,
    /// The versions of each workflow, from first to last.
    pub(super) versions: BTreeMap<String, Vec<VersionRecord>>,
    /// The workflows that were read, by id and digest.
    read: HashMap<(String, String), ReadWorkflow>,
    /// The classes of all engines, which convert workflows.
    pub(super) classes: Arc<NodeClasses>,
    /// How often these have changed.
    pub(super) generation: u64,
}

/// A workflow with the generation of the classes that converted it.
struct ReadWorkflow {
    generation: u64,
    deployed: Arc<DeployedWorkflow>,
}

impl State {
    pub(super) fn new(
        versions: BTreeMap<String, Vec<VersionRecord>>,
        classes: Arc<NodeClasses>,
    ) -> Self {
        Self {
            in_folder: HashSet::new(),
            versions,
            read: HashMap::new(),
            classes,
            generation: 0,
        }
    }

    /// The current version of every deployed workflow.
    pub(super) fn current(&self) -> Vec<VersionRecord> {
        let ids = self.versions.keys();
        ids.filter_map(|id| self.current_of(id).cloned()).collect()
    }

    pub(super) fn current_of(&self, id: &str) -> Option<&VersionRecord> {
        let last = self.versions.get(id)?.last()?;
        let is_there = last.origin == Origin::Upload || self.in_folder.contains(id);
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

    /// Adds a version, or replaces the one with its number.
    pub(super) fn add(&mut self, version: VersionRecord) {
        let versions = self.versions.entry(version.workflow_id.clone());
        let versions = versions.or_default();
        versions.retain(|known| known.number != version.number);
        versions.push(version);
    }

    /// How many versions of a workflow there are.
    pub(super) fn count(&self, id: &str) -> usize {
        self.versions.get(id).map_or(0, Vec::len)
    }

    /// Forgets versions of a workflow. Returns the digests that no version has any more.
    pub(super) fn forget(&mut self, id: &str, gone: &[u32]) -> HashSet<String> {
        let Some(versions) = self.versions.get_mut(id) else {
            return HashSet::new();
        };
        let forgotten = versions.extract_if(.., |version| gone.contains(&version.number));
        let mut digests: HashSet<String> = forgotten.map(|version| version.digest).collect();
        for version in self.versions.values().flatten() {
            digests.remove(&version.digest);
        }
        digests
    }

    /// What was read of a version, perhaps with classes of before.
    pub(super) fn last_read(&self, version: &VersionRecord) -> Option<&Arc<DeployedWorkflow>> {
        Some(&self.read_of(version)?.deployed)
    }

    /// What was read of a version with the classes of now.
    pub(super) fn read_now(&self, version: &VersionRecord) -> Option<&Arc<DeployedWorkflow>> {
        let read = self.read_of(version)?;
        (read.generation == self.generation).then_some(&read.deployed)
    }

    fn read_of(&self, version: &VersionRecord) -> Option<&ReadWorkflow> {
        let read = self.read.get(&key(version))?;
        (read.deployed.runnable.version == version.number).then_some(read)
    }

    /// Keeps what was read of a version with the classes of this generation. Of older versions, all are forgotten now
    /// and then.
    pub(super) fn keep(
        &mut self,
        version: &VersionRecord,
        generation: u64,
        deployed: Arc<DeployedWorkflow>,
    ) {
        if self.read.len() >= self.versions.len() + MAX_OLDER {
            let current: HashSet<_> = self.current().iter().map(key).collect();
            self.read.retain(|key, _| current.contains(key));
        }
        let read = ReadWorkflow {
            generation,
            deployed,
        };
        self.read.insert(key(version), read);
    }
}

fn key(version: &VersionRecord) -> (String, String) {
    (version.workflow_id.clone(), version.digest.clone())
}
