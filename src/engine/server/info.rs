//! What the engine says of itself: `/object_info`, `/features`, `/system_stats`, and the status
//! sockets are told. Knows nothing of jobs.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Map, Value, json};

use super::answer::Refusal;
use super::{MAX_UPLOAD, Shared};
use crate::engine::nodes;
use crate::engine::store::Store;

/// `GET /object_info`.
pub(super) async fn classes(
    State(shared): State<Arc<Shared>>,
) -> Result<Json<Map<String, Value>>, Refusal> {
    Ok(Json(nodes::object_info(&inputs(&shared).await?)))
}

/// `GET /object_info/{class}`: `{}` for an unknown one.
pub(super) async fn class(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Json<Map<String, Value>>, Refusal> {
    let files = inputs(&shared).await?;
    Ok(Json(
        nodes::class(&name)
            .map(|class| (name, class.info(&files)))
            .into_iter()
            .collect(),
    ))
}

async fn inputs(shared: &Shared) -> Result<Vec<String>, Refusal> {
    let folders = Arc::clone(&shared.folders);
    let listed = tokio::task::spawn_blocking(move || folders.inputs()).await;
    listed.map_err(|error| Refusal::internal("listing the input folder", &error))
}

/// `GET /features`.
pub(super) async fn features() -> Json<Value> {
    Json(flags())
}

/// What the engine can do.
pub(super) fn flags() -> Value {
    json!({ "supports_preview_metadata": false, "max_upload_size": MAX_UPLOAD })
}

/// `GET /system_stats`.
pub(super) async fn system() -> Json<Value> {
    let system = json!({
        "os": std::env::consts::OS,
        "comfyui_version": concat!("flowdeck-", env!("CARGO_PKG_VERSION")),
        "argv": [],
    });
    let device =
        json!({ "name": "cpu", "type": "cpu", "index": null, "vram_total": 0, "vram_free": 0 });
    Json(json!({ "system": system, "devices": [device] }))
}

/// How many jobs are left, as sockets are told.
pub(super) fn status(remaining: usize) -> Value {
    json!({ "status": { "exec_info": { "queue_remaining": remaining } } })
}
