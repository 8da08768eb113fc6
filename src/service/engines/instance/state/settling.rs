//! The settling of tracked runs, and the withdrawal of unwanted ones.

use super::InstanceState;
use super::faults::Faults;
use super::runs::TrackedRun;

impl InstanceState {
    pub(in crate::engines::instance) fn claim(&mut self, prompt_id: &str) -> Option<TrackedRun> {
        let run = self.runs.get_mut(prompt_id).filter(|run| !run.settling)?;
        run.settling = true;
        Some(run.clone())
    }

    pub(in crate::engines::instance) fn unclaim(&mut self, prompt_id: &str) {
        if let Some(run) = self.runs.get_mut(prompt_id) {
            run.settling = false;
        }
    }

    pub(in crate::engines::instance) fn count_settle_error(
        &mut self,
        prompt_id: &str,
        is_stall: bool,
    ) -> Faults {
        let run = self.runs.get_mut(prompt_id);
        run.map_or_else(Faults::default, |run| {
            match is_stall {
                true => run.faults.count_stall(),
                false => run.faults.count(),
            }
            run.faults
        })
    }

    pub(in crate::engines::instance) fn has_runs(&self) -> bool {
        !self.runs.is_empty()
    }

    pub(in crate::engines::instance) fn runs_count(&self) -> usize {
        self.runs.len()
    }

    pub(in crate::engines::instance) fn executing_count(&self) -> usize {
        let executing = self
            .runs
            .values()
            .filter(|run| run.running && !run.settling);
        executing.count()
    }

    /// The prompt ids of the tracked runs that no task is settling.
    pub(in crate::engines::instance) fn tracked(&self) -> Vec<String> {
        let tracked = self.in_order().into_iter();
        tracked.map(|(id, _)| id.clone()).collect()
    }

    /// The prompt id and the id of every tracked run.
    pub(in crate::engines::instance) fn tracked_runs(&self) -> Vec<(String, String)> {
        let runs = self.runs.iter();
        runs.map(|(id, run)| (id.clone(), run.hold.run_id.clone()))
            .collect()
    }

    pub(in crate::engines::instance) fn withdraw_later(&mut self, prompt_id: &str) {
        self.untrack(prompt_id);
        self.to_withdraw.insert(prompt_id.to_owned());
    }
}
