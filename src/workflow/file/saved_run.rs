//! The run that made an image. flowdeck's service lets the engine write it into the files it saves, because the
//! `prompt` next to it has values in the place of marks.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::image_texts::{ImageTexts, RUN_KEY};
use crate::graph::Workflow;
use json::tolerant;

/// The run that made an image.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedRun {
    /// The run's id.
    pub run_id: String,
    /// The workflow's id.
    pub workflow_id: String,
    /// The version of the workflow that was run. Older files lack it.
    #[serde(default)]
    pub version: Option<u32>,
    /// The texts that were sent, by field name. Files are not included.
    #[serde(default)]
    pub values: BTreeMap<String, String>,
}

impl SavedRun {
    /// The key of its text in an image.
    pub const KEY: &str = RUN_KEY;

    /// The JSON to write into an image, with the workflow as it was deployed.
    pub fn to_json(&self, workflow: &Workflow) -> Value {
        let Self {
            run_id,
            workflow_id,
            version,
            values,
        } = self;
        json!({
            "run_id": run_id, "workflow_id": workflow_id, "version": version, "values": values,
            "workflow": workflow.to_value(),
        })
    }

    /// The run in a file's bytes, if it is an image that flowdeck's service had made.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        ImageTexts::of(bytes)?.saved_run().map(|(run, _)| run)
    }
}

impl ImageTexts {
    /// The run and its workflow. Anyone can write this text, so what is not as expected is no run.
    pub(super) fn saved_run(&self) -> Option<(SavedRun, Workflow)> {
        let run = self.run.as_deref()?;
        let mut json: Value = tolerant::from_slice(run.as_bytes()).ok()?;
        let (workflow, _) = Workflow::from_value(&json.get_mut("workflow")?.take());
        let run: SavedRun = serde_json::from_value(json).ok()?;
        let is_complete = !run.workflow_id.is_empty() && !workflow.nodes.is_empty();
        is_complete.then_some((run, workflow))
    }
}
