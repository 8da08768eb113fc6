//! How long runs take and wait, estimated by their workflows and instances.

use super::Board;
use crate::queue::instance::Instance;

impl Board {
    /// The expected duration of a run on an instance; tracks the user's own runs.
    pub(in crate::queue) fn time_per_run(&self, instance: &Instance) -> Option<f64> {
        self.own_times.with(|own| instance.run_times.typical(own))
    }

    /// The milliseconds until the pending task at this queue position, from 1, starts: by the workflows of the
    /// user's own tasks ahead of it, and by the time per run of others.
    pub(in crate::queue) fn time_until_start(
        &self,
        instance: &Instance,
        position: usize,
        now: f64,
    ) -> Option<f64> {
        self.own_times.with_untracked(|own| {
            let typical = instance.run_times.typical(own);
            let duration = |id: &str| {
                let workflow = self.own_record(id, |record| record.workflow_id.clone());
                workflow.and_then(|id| own.of_workflow(&id)).or(typical)
            };
            let ahead = instance.pending_ids().take(position.saturating_sub(1));
            instance.run_times.time_until_start(ahead, now, duration)
        })
    }
}
