//! `/features`: what this server supports. The WebSocket reports it too.

use axum::Json;
use serde_json::{Value, json};

use crate::limits::MAX_UPLOAD;

/// `GET /features`.
pub(crate) async fn get() -> Json<Value> {
    Json(feature_flags())
}

/// ComfyUI's feature flags.
pub(super) fn feature_flags() -> Value {
    json!({ "supports_preview_metadata": false, "max_upload_size": MAX_UPLOAD })
}
