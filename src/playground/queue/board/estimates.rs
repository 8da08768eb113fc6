//! How long runs take and wait, estimated by their workflows and instances.

use super::Board;
use crate::queue::instance::Instance;

impl Board {
    /// The expected duration of the user's own run on an instance, or else of any run there; tracks the user's own
    /// runs.
    pub(in crate::queue) fn time_per_run(&self, instance: &Instance) -> Option<f64> {
        let typical = || self.own_times.with(|own| instance.run_times.typical(own));
        self.runs
            .expected_time_at(&instance.address)
            .or_else(typical)
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
            let duration = |id: &str| self.runs.expected_time_of(id).or(typical);
            let ahead = instance.pending_ids().take(position.saturating_sub(1));
            instance.run_times.time_until_start(ahead, now, duration)
        })
    }
}
