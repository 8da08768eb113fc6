//! The progress of the runs at an engine instance.

use tokio::time::Instant;

use super::InstanceState;
use crate::engines::node_times::Times;
use api::RunProgress;
use comfy_client::NodeEvent;

impl InstanceState {
    /// Applies an event about the nodes of a run.
    pub(in crate::engines::instance) fn apply_node_event(
        &mut self,
        prompt_id: &str,
        event: NodeEvent,
    ) {
        if self.runs.contains_key(prompt_id) {
            let progress = self.progress.entry(prompt_id.to_owned());
            progress.or_default().apply(event, Instant::now());
        }
    }

    /// The progress of a run; `None` while the instance is offline, because nothing is known then.
    pub(in crate::engines::instance) fn progress(
        &mut self,
        prompt_id: &str,
    ) -> Option<RunProgress> {
        let run = self.runs.get(prompt_id)?;
        if !self.is_online() || run.settling {
            return None;
        }
        let progress = self.progress.get_mut(prompt_id)?;
        progress.report(Instant::now())
    }

    /// The progress of a run that is running here, and how many previews of it there were.
    pub(in crate::engines::instance) fn progress_of_run(
        &mut self,
        run_id: &str,
    ) -> Option<(Option<RunProgress>, u32)> {
        let mut runs = self.runs.iter();
        let (prompt_id, _) = runs.find(|(_, run)| run.running && run.hold.run_id == run_id)?;
        let prompt_id = prompt_id.clone();
        Some((self.progress(&prompt_id), self.preview_number(&prompt_id)))
    }

    /// How long the nodes of a completed run took.
    pub(in crate::engines::instance) fn node_times(&mut self, prompt_id: &str) -> Times {
        let Some(progress) = self.progress.get_mut(prompt_id) else {
            return Times::default();
        };
        progress.complete(Instant::now());
        progress.measured()
    }
}
