//! The progress of the runs at an engine instance.

use super::InstanceState;
use crate::api::RunProgress;
use crate::service::node_progress::NodeEvent;

impl InstanceState {
    /// Applies an event about the nodes of a run.
    pub(in crate::service::instance) fn apply_node_event(
        &mut self,
        prompt_id: &str,
        event: NodeEvent,
    ) {
        if self.runs.contains_key(prompt_id) {
            let progress = self.progress.entry(prompt_id.to_owned());
            progress.or_default().apply(event);
        }
    }

    /// The progress of a run; `None` while the instance is offline, because nothing is known then.
    pub(in crate::service::instance) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        let run = self.runs.get(prompt_id)?;
        let is_known = self.is_online() && !run.settling;
        self.progress.get(prompt_id).filter(|_| is_known)?.report()
    }
}
