//! `/object_info`: the node classes of the backend.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Map, Value};

use crate::error_response::ErrorResponse;
use crate::state::ServerState;

/// `GET /object_info`.
pub(crate) async fn get_all(
    State(state): State<Arc<ServerState>>,
) -> Result<Json<Map<String, Value>>, ErrorResponse> {
    state.backend.object_info(None).await.map(Json)
}

/// `GET /object_info/{class}`: `{}` for an unknown class.
pub(crate) async fn get_one(
    State(state): State<Arc<ServerState>>,
    Path(name): Path<String>,
) -> Result<Json<Map<String, Value>>, ErrorResponse> {
    state.backend.object_info(Some(&name)).await.map(Json)
}
