//! What an engine writes into the files of a run, so that it can be run again: the workflow as its author saved it,
//! in ComfyUI's own key, and the run in ours. ComfyUI adds the graph that it executes, in `prompt`.
//! Source: ComfyUI's `extra_pnginfo`, which its nodes write into PNG, WebP, MP4, FLAC, GLB and other files.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::conversion::Source;
use crate::runnable_workflow::RunnableWorkflow;
use workflow::{SavedRun, Workflow};

/// ComfyUI's key of a workflow in the editor's format.
const WORKFLOW: &str = "workflow";

/// What the metadata of a run needs of its deployed workflow.
#[derive(Debug)]
pub struct RunMetadata {
    version: u32,
    /// What the workflow was converted from; `None` in ComfyUI's API format, which the editor does not expect in
    /// its key.
    source: Option<Arc<Source>>,
}

impl RunMetadata {
    /// The metadata for runs of a workflow.
    pub fn of(runnable: &RunnableWorkflow) -> Self {
        Self {
            version: runnable.version,
            source: runnable.source.clone(),
        }
    }

    /// The texts by key, for a run of this workflow.
    pub fn texts(&self, run: SavedRun, workflow: &Workflow) -> Map<String, Value> {
        let version = Some(self.version);
        let run = SavedRun { version, ..run }.to_json(workflow);
        let mut texts = Map::from_iter([(SavedRun::KEY.to_owned(), run)]);
        let authored = self.source.as_ref().and_then(|source| source.authored());
        texts.extend(authored.map(|authored| (WORKFLOW.to_owned(), authored)));
        texts
    }
}
