//! `/queue`: the running and pending jobs, and the removal of pending ones.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::clear_or_delete::ClearOrDelete;
use crate::error_response::ErrorResponse;
use crate::json_body;
use crate::state::ServerState;

/// `GET /queue`.
pub(crate) async fn get(State(state): State<Arc<ServerState>>) -> Response {
    let json = state.queue().to_json();
    json_body::response(json)
}

/// `POST /queue` with `{"clear": true}` or `{"delete": [ids]}`; affects only pending jobs.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<StatusCode, ErrorResponse> {
    let change = ClearOrDelete::parse(&body)?;
    {
        let mut queue = state.queue();
        if change.clear {
            queue.clear();
        }
        queue.delete(&change.ids());
    }
    state.broadcast_status();
    Ok(StatusCode::OK)
}
