//! `/queue`: the running and pending jobs, and the removal of pending ones.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::clear_or_delete::ClearOrDelete;
use crate::error_response::ErrorResponse;
use crate::json_body;
use crate::state::ServerState;

/// `GET /queue`: `{"queue_running": […], "queue_pending": […]}`.
pub(crate) async fn get(State(state): State<Arc<ServerState>>) -> Result<Response, ErrorResponse> {
    let items = state.backend.queue().await?;
    let [running, pending] = [items.running, items.pending].map(|items| items.join(", "));
    let queue = format!(r#"{{"queue_running": [{running}], "queue_pending": [{pending}]}}"#);
    Ok(json_body::response(queue))
}

/// `POST /queue` with `{"clear": true}` or `{"delete": [ids]}`; affects only pending jobs.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<StatusCode, ErrorResponse> {
    let jobs = ClearOrDelete::parse(&body)?;
    state.backend.remove_pending(jobs).await?;
    Ok(StatusCode::OK)
}
