//! `GET /api/v1/comfy/queue` (the contract, section 4.2) and `GET /api/v1/comfy/health`. Both use the
//! latest queue snapshots, so that many watchers put no more load on an engine than one.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use chrono::SecondsFormat;
use serde_json::json;

use super::answer_memory::Accounted;
use super::endpoint::{Answer, client, endpoints};
use super::schemas::queue as schemas;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::operations::queue::{Queue, QueueRemarks, READ_QUEUE};
use api::{Envelope, Health as InstanceHealth, QueueEntry};

endpoints! {
    "get_queue" => queue, client(&api::QUEUE), READ_QUEUE, "Read the queue",
        answer: Answer::Responses(schemas::answer);
    "health" => health, client(&api::HEALTH), READ_QUEUE, "Read the state of the engine instances",
        answer: Answer::Responses(schemas::health);
}

/// The queue of every instance, with an empty one for an instance that does not answer; `meta` names these, and the
/// runs that wait in the service.
pub(super) async fn queue(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, ApiError> {
    let operations = &app.operations.queue;
    let scope = operations.scope(&caller).await?;
    let version = operations.version();
    let mut failed = None;
    let body = app.queue_view.get(&scope.key, version, Instant::now(), || {
        serde_json::to_vec(&envelope(operations.read(&scope)))
            .inspect_err(|why| failed = Some(ApiError::internal(why)))
            .unwrap_or_default()
            .into()
    });
    match failed {
        None => {
            let headers = [(header::CONTENT_TYPE, "application/json")];
            Ok((Extension(Accounted), headers, body).into_response())
        }
        Some(error) => Err(error),
    }
}

fn envelope(queue: Queue) -> Envelope<Vec<QueueEntry>> {
    let has_remarks = queue.remarks != QueueRemarks::default();
    Envelope {
        meta: has_remarks.then(|| json!(queue.remarks)),
        ..Envelope::success(queue.entries)
    }
}

/// The health of every instance; `meta` has that of the disk, of the run store and of the clock.
pub(super) async fn health(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Vec<InstanceHealth>>>, ApiError> {
    let health = app.operations.queue.health(&caller).await?;
    let (free, min_free) = (health.free_disk, health.min_free_disk);
    let is_full = free.is_some_and(|free| free < min_free);
    let holds_runs = health.holds_runs;
    let hold = health.hold_until;
    let hold = hold.map(|until| until.to_rfc3339_opts(SecondsFormat::Secs, true));
    let trouble = health.store_trouble;
    let meta = json!({
        "clock": { "has_jumped": hold.is_some(), "removes_again_at": hold },
        "disk": {
            "free_bytes": free, "min_free_bytes": min_free, "is_full": is_full, "holds_runs": holds_runs,
        },
        "store": { "is_failing": trouble.is_some(), "error": trouble },
    });
    Ok(Json(Envelope {
        meta: Some(meta),
        ..Envelope::success(health.instances)
    }))
}
