//! `GET /api/v1/comfy/queue` (the contract, section 4.2) and `GET /api/v1/comfy/health`. Both use the
//! latest queue snapshots, so that many watchers put no more load on an engine than one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::json;

use crate::api::{Envelope, Health, QueueEntry};
use crate::service::app_state::AppState;

/// The queue of every instance. An offline instance is listed with an empty queue and named in
/// `meta.stopped`.
pub(super) async fn queue(State(app): State<Arc<AppState>>) -> Json<Envelope<Vec<QueueEntry>>> {
    let instances = app.pool.instances();
    let entries = instances.iter().map(|instance| QueueEntry {
        address: instance.address.clone(),
        queue: instance.queue(),
    });
    let stopped = instances
        .iter()
        .filter(|instance| instance.load().is_none());
    let stopped: Vec<&str> = stopped.map(|instance| instance.address.as_str()).collect();
    let mut envelope = Envelope::success(entries.collect());
    if !stopped.is_empty() {
        envelope.meta = Some(json!({ "stopped": stopped }));
    }
    Json(envelope)
}

/// The health of every instance.
pub(super) async fn health(State(app): State<Arc<AppState>>) -> Json<Envelope<Vec<Health>>> {
    let instances = app.pool.instances().iter();
    let health = instances.map(|instance| Health {
        address: instance.address.clone(),
        status: instance.health().to_owned(),
    });
    Json(Envelope::success(health.collect()))
}
