//! `/prompt`: accepts a workflow. Knows nothing about its nodes.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde_json::{Value, json};

use crate::error_response::ErrorResponse;
use crate::prompt_request::PromptRequest;
use crate::state::ServerState;

/// `GET /prompt`: how many jobs remain.
pub(crate) async fn get(
    State(state): State<Arc<ServerState>>,
) -> Result<Json<Value>, ErrorResponse> {
    let remaining = state.backend.queue().await?.remaining();
    Ok(Json(
        json!({ "exec_info": { "queue_remaining": remaining } }),
    ))
}

/// `POST /prompt`: returns `{"prompt_id", "number", "node_errors"}`, or 400 with the errors.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<Json<Value>, ErrorResponse> {
    let numbers = Arc::clone(&state);
    let parsing =
        tokio::task::spawn_blocking(move || PromptRequest::parse(&body, || numbers.next_number()));
    let prompt = parsing
        .await
        .map_err(|error| ErrorResponse::internal("reading a workflow", &error))??;
    let (id, number) = (prompt.id.clone(), prompt.number.clone());
    let node_errors = state.backend.submit(prompt).await?;
    Ok(Json(
        json!({ "prompt_id": id, "number": number, "node_errors": node_errors }),
    ))
}
