//! `/interrupt`: stops the running job.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;

use crate::error_response::ErrorResponse;
use crate::json_body;
use crate::state::ServerState;

/// `POST /interrupt`: stops the running job; with `{"prompt_id"}`, only if it is that one.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    body: Bytes,
) -> Result<StatusCode, ErrorResponse> {
    let request = json_body::parse_optional(&body)?;
    let id = match request.get("prompt_id") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.as_str()),
        Some(other) => {
            return Err(ErrorResponse::new(
                "invalid_prompt_id",
                "prompt_id is not a string",
                other.to_string(),
            ));
        }
    };
    state.backend.interrupt(id).await?;
    Ok(StatusCode::OK)
}
