//! Jobs: workflows that were accepted or are running. Knows nothing about their order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use comfy_server::JsonText;
use workflow::Workflow;

/// An accepted workflow.
pub(super) struct Job {
    /// Its `prompt_id`.
    pub(super) id: String,
    /// The `client_id` of the sender, if it sent one.
    pub(super) client: Option<String>,
    pub(super) workflow: Workflow,
    /// The ids of the output nodes to run.
    pub(super) outputs: Vec<String>,
    /// `[number, prompt_id, prompt, extra_data, outputs]` as JSON.
    pub(super) queue_item: JsonText,
}

/// The running job and its interrupt flag.
#[derive(Clone)]
pub(super) struct RunningJob {
    pub(super) job: Arc<Job>,
    pub(super) interrupted: Arc<AtomicBool>,
}
