//! `/system_stats`: the version and device of this server.

use axum::Json;
use serde_json::{Value, json};

/// `GET /system_stats`.
pub(crate) async fn get() -> Json<Value> {
    let system = json!({
        "os": std::env::consts::OS,
        "comfyui_version": concat!("flowdeck-", env!("CARGO_PKG_VERSION")),
        "argv": [],
    });
    let device =
        json!({ "name": "cpu", "type": "cpu", "index": null, "vram_total": 0, "vram_free": 0 });
    Json(json!({ "system": system, "devices": [device] }))
}
