//! Our runs at an instance at one moment. Does not know the queue.

use std::collections::{HashMap, HashSet};

use super::tracked_run::TrackedRun;

/// Our unfinished runs at an instance at one moment, by prompt id.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackedRuns(HashMap<String, TrackedRun>);

impl TrackedRuns {
    /// The run with this prompt id.
    pub(crate) fn get(&self, prompt_id: &str) -> Option<&TrackedRun> {
        self.0.get(prompt_id)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The prompt id and the id of every run.
    pub(crate) fn ids(&self) -> Vec<(String, String)> {
        let runs = self.0.iter();
        runs.map(|(id, run)| (id.clone(), run.hold.run_id.clone()))
            .collect()
    }

    /// The prompt ids of the runs that no task is settling, in the order of the queue.
    pub(crate) fn unsettled_ids(&self) -> Vec<String> {
        let runs = self.in_order().into_iter();
        runs.map(|run| run.hold.prompt_id.clone()).collect()
    }

    /// The prompt ids that a snapshot requested now must contain, in the order of the queue.
    pub(crate) fn expected(&self) -> Vec<String> {
        let accepted = self.in_order().into_iter().filter(|run| run.accepted);
        accepted.map(|run| run.hold.prompt_id.clone()).collect()
    }

    /// The runs that a task may settle now.
    pub(super) fn unsettled(&self) -> impl Iterator<Item = &TrackedRun> {
        self.0.values().filter(|run| !run.settling)
    }

    /// The same, in the order of the queue: of runs that wait again, the first one is placed first.
    fn in_order(&self) -> Vec<&TrackedRun> {
        let mut runs: Vec<_> = self.unsettled().collect();
        runs.sort_by(|one, other| one.number.total_cmp(&other.number));
        runs
    }

    /// Whether a run is tracked and no task is settling it.
    pub(crate) fn is_unsettled(&self, prompt_id: &str) -> bool {
        self.get(prompt_id).is_some_and(|run| !run.settling)
    }

    /// Whether a run has ended, and only the history can tell how: not every event was seen.
    pub(crate) fn has_unexplained_end(&self) -> bool {
        let mut reports = self.unsettled().map(|run| &run.report);
        reports.any(|report| report.has_ended() && !report.is_complete_to_the_end())
    }

    /// The run that is running.
    pub(crate) fn running(&self) -> Option<&TrackedRun> {
        self.0.values().find(|run| run.running)
    }

    /// The attempt of this run that is running.
    pub(crate) fn running_attempt(&self, run_id: &str) -> Option<&TrackedRun> {
        let mut runs = self.0.values();
        runs.find(|run| run.running && run.hold.run_id == run_id)
    }

    /// How many are executed now.
    pub(crate) fn executing_count(&self) -> usize {
        self.unsettled().filter(|run| run.running).count()
    }

    /// The run of a client that is executed.
    pub(crate) fn executing_for(&self, client_id: &str) -> Option<&TrackedRun> {
        let mut runs = self.unsettled();
        runs.find(|run| run.running && run.is_of(client_id))
    }

    /// Whether there are runs of a client.
    pub(crate) fn has_any_of(&self, client_id: &str) -> bool {
        self.unsettled().any(|run| run.is_of(client_id))
    }

    /// The clients of the runs, but for this one.
    pub(super) fn other_clients(&self, client_id: &str) -> HashSet<String> {
        let clients = self.unsettled().filter_map(|run| run.client_id.clone());
        clients.filter(|id| id != client_id).collect()
    }

    pub(super) fn insert(&mut self, run: TrackedRun) {
        self.0.insert(run.hold.prompt_id.clone(), run);
    }

    pub(super) fn remove(&mut self, prompt_id: &str) -> Option<TrackedRun> {
        self.0.remove(prompt_id)
    }

    pub(super) fn get_mut(&mut self, prompt_id: &str) -> Option<&mut TrackedRun> {
        self.0.get_mut(prompt_id)
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut TrackedRun> {
        self.0.values_mut()
    }
}
