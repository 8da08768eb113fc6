//! The settling of runs at an instance: claims, errors, and the withdrawal of unwanted runs.

use super::Instance;
use super::state::TrackedRun;

impl Instance {
    /// Claims a run for settling, so that only one task settles it.
    pub(crate) fn claim(&self, prompt_id: &str) -> Option<TrackedRun> {
        self.state().claim(prompt_id)
    }

    /// Returns a claim: the run could not be settled yet.
    pub(crate) fn unclaim(&self, prompt_id: &str) {
        self.state().unclaim(prompt_id);
    }

    /// Counts an error of settling a claimed run, which may be an answer that did not come. Returns whether that was
    /// one too many.
    pub(crate) fn count_settle_error(&self, prompt_id: &str, is_stall: bool) -> bool {
        let faults = self.state().count_settle_error(prompt_id, is_stall);
        faults.exceed(self.client.limits())
    }

    /// The prompt ids of the tracked runs that no task is settling.
    pub(crate) fn tracked(&self) -> Vec<String> {
        self.state().tracked()
    }

    /// The prompt id and the id of every tracked run.
    pub(crate) fn tracked_runs(&self) -> Vec<(String, String)> {
        self.state().tracked_runs()
    }

    /// The number of our runs at it that have not ended.
    pub(crate) fn runs(&self) -> usize {
        self.state().runs_count()
    }

    /// The number of our runs that it executes now.
    pub(crate) fn executing(&self) -> usize {
        self.state().executing_count()
    }

    /// Stops tracking a run that was cancelled or given up, and removes its task as soon as the instance has it.
    pub(crate) fn withdraw_later(&self, prompt_id: &str) {
        self.state().withdraw_later(prompt_id);
        self.request_refresh();
    }

    /// Removes a task, whether it is waiting or running.
    pub(crate) async fn withdraw(&self, prompt_id: &str) {
        if let Err(error) = self.client.withdraw(prompt_id).await {
            let address = &self.address;
            tracing::warn!("withdrawing the run {prompt_id} from {address}: {error}");
        }
    }
}
