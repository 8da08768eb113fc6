//! `/prompt`: validates a workflow and queues it. Knows nothing about running.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::{Value, json};

use crate::error_response::ErrorResponse;
use crate::job::Job;
use crate::prompt_nodes::workflow;
use crate::prompt_request::PromptRequest;
use crate::state::ServerState;
use engine::prompt_validation::{Validation, validate_prompt};
use workflow::Workflow;

/// Secrets that ComfyUI keeps out of its responses.
const SECRETS: &[&str] = &["auth_token_comfy_org", "api_key_comfy_org"];

/// `GET /prompt`: how many jobs remain.
pub(crate) async fn get(State(state): State<Arc<ServerState>>) -> Json<Value> {
    Json(json!({ "exec_info": { "queue_remaining": state.queue().remaining() } }))
}

/// `POST /prompt`: returns `{"prompt_id", "number", "node_errors"}`, or 400 with the errors.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<Json<Value>, ErrorResponse> {
    let accepting = tokio::task::spawn_blocking(move || accept(&state, &body));
    accepting
        .await
        .map_err(|error| ErrorResponse::internal("validating a workflow", &error))?
        .map(Json)
}

/// Validates the workflow and queues a job.
fn accept(state: &ServerState, body: &[u8]) -> Result<Value, ErrorResponse> {
    let request = PromptRequest::parse(body, || state.queue().next_number())?;
    let workflow = workflow(&request.prompt)?;
    let targets = request.targets()?;
    let Validation {
        outputs,
        node_errors,
        error,
    } = validate_prompt(&workflow, targets.as_ref(), &*state.store);
    if let Some(error) = error {
        return Err(ErrorResponse::with_body(
            json!({ "error": error, "node_errors": node_errors }),
        ));
    }
    let (id, number) = (request.id.clone(), request.number.clone());
    let priority = request.priority;
    let job = job(request, workflow, outputs);
    state.queue().push(priority, job);
    state.broadcast_status();
    state.new_job.notify_one();
    Ok(json!({ "prompt_id": id, "number": number, "node_errors": node_errors }))
}

fn job(request: PromptRequest, workflow: Workflow, outputs: Vec<String>) -> Job {
    let PromptRequest {
        id,
        number,
        prompt,
        mut extra_data,
        ..
    } = request;
    let client = extra_data.get("client_id").and_then(Value::as_str);
    let client = client.map(str::to_owned);
    extra_data.retain(|key, _| !SECRETS.contains(&key.as_str()));
    let queue_item = json!([number, id, prompt, extra_data, outputs]).to_string();
    Job {
        id,
        client,
        workflow,
        outputs,
        queue_item,
    }
}
