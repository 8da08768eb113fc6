//! Validates a workflow and queues it. Knows nothing about running.

use serde_json::{Map, Value};

use super::job::Job;
use super::prompt_nodes::workflow;
use super::state::EngineState;
use comfy_server::{ErrorResponse, PromptRequest};
use engine::prompt_validation::{Validation, validate_prompt};

/// Queues a job, unless none of its outputs can run. Returns its `node_errors`.
pub(super) fn accept(
    state: &EngineState,
    prompt: PromptRequest,
) -> Result<Map<String, Value>, ErrorResponse> {
    let workflow = workflow(&prompt.prompt)?;
    let targets = prompt.targets()?;
    let Validation {
        outputs,
        node_errors,
        error,
    } = validate_prompt(&workflow, targets.as_ref(), &*state.store);
    if let Some(error) = error {
        return Err(ErrorResponse::with_node_errors(error, node_errors));
    }
    let priority = prompt.priority;
    let job = Job {
        id: prompt.id.clone(),
        client: prompt.client().map(str::to_owned),
        workflow,
        queue_item: prompt.into_queue_item(&outputs),
        outputs,
    };
    state.queue().push(priority, job);
    state.broadcast_status();
    state.new_job.notify_one();
    Ok(node_errors)
}
