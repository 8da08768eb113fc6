//! The settling of tracked runs.

use super::{Faults, InstanceState, TrackedRun};

impl InstanceState {
    pub(in crate::service::instance) fn claim(&mut self, prompt_id: &str) -> Option<TrackedRun> {
        let run = self.runs.get_mut(prompt_id).filter(|run| !run.settling)?;
        run.settling = true;
        Some(run.clone())
    }

    pub(in crate::service::instance) fn unclaim(&mut self, prompt_id: &str) {
        if let Some(run) = self.runs.get_mut(prompt_id) {
            run.settling = false;
        }
    }

    pub(in crate::service::instance) fn count_settle_error(&mut self, prompt_id: &str) -> Faults {
        let run = self.runs.get_mut(prompt_id);
        run.map_or_else(Faults::default, |run| {
            run.faults.count();
            run.faults
        })
    }

    pub(in crate::service::instance) fn is_settling(&self, prompt_id: &str) -> bool {
        let run = self.runs.get(prompt_id);
        run.is_some_and(|run| run.settling || !run.faults.is_empty())
    }

    pub(in crate::service::instance) fn has_runs(&self) -> bool {
        !self.runs.is_empty()
    }

    pub(in crate::service::instance) fn tracked(&self) -> Vec<String> {
        self.runs.keys().cloned().collect()
    }

    pub(in crate::service::instance) fn withdraw_later(&mut self, prompt_id: &str) {
        self.untrack(prompt_id);
        self.to_withdraw.insert(prompt_id.to_owned());
    }
}
