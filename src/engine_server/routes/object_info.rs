//! `/object_info`: the node classes of this engine.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Map, Value};

use crate::error_response::ErrorResponse;
use crate::state::ServerState;
use engine::files::FileStore;
use engine::nodes;

/// `GET /object_info`.
pub(crate) async fn get_all(
    State(state): State<Arc<ServerState>>,
) -> Result<Json<Map<String, Value>>, ErrorResponse> {
    Ok(Json(nodes::object_info(&input_files(&state).await?)))
}

/// `GET /object_info/{class}`: `{}` for an unknown class.
pub(crate) async fn get_one(
    State(state): State<Arc<ServerState>>,
    Path(name): Path<String>,
) -> Result<Json<Map<String, Value>>, ErrorResponse> {
    let files = input_files(&state).await?;
    Ok(Json(
        nodes::class(&name)
            .map(|class| (name, class.info(&files)))
            .into_iter()
            .collect(),
    ))
}

async fn input_files(state: &ServerState) -> Result<Vec<String>, ErrorResponse> {
    let store = Arc::clone(&state.store);
    let listing = tokio::task::spawn_blocking(move || store.input_files()).await;
    listing.map_err(|error| ErrorResponse::internal("listing the input folder", &error))
}
