//! The previews of running runs: of each run, the last image that its engine has sent.

use super::InstanceState;
use comfy_client::Preview;

/// The last preview of a run.
#[derive(Debug)]
pub(super) struct LastPreview {
    preview: Preview,
    /// How many there were.
    number: u32,
}

impl InstanceState {
    /// Keeps a preview. Without an id, it is that of the running run.
    pub(in crate::engines::instance) fn set_preview(
        &mut self,
        prompt_id: Option<&str>,
        preview: Preview,
    ) {
        let running = || {
            self.runs
                .iter()
                .find(|(_, run)| run.running)
                .map(|(id, _)| id.clone())
        };
        let id = prompt_id.map(str::to_owned).or_else(running);
        let Some(id) = id.filter(|id| self.runs.contains_key(id)) else {
            return;
        };
        let number = self.previews.get(&id).map_or(0, |last| last.number) + 1;
        self.previews.insert(id, LastPreview { preview, number });
    }

    /// The last preview of a run.
    pub(in crate::engines::instance) fn preview(&self, prompt_id: &str) -> Option<Preview> {
        Some(self.previews.get(prompt_id)?.preview.clone())
    }

    /// How many previews of a run there were.
    pub(in crate::engines::instance) fn preview_number(&self, prompt_id: &str) -> u32 {
        self.previews.get(prompt_id).map_or(0, |last| last.number)
    }
}
