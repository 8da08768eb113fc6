//! `GET /api/v1/comfy/queue` (the contract, section 4.2) and `GET /api/v1/comfy/health`. Both use the
//! latest queue snapshots, so that many watchers put no more load on an engine than one.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::answer_memory::Accounted;
use super::endpoint::{Answer, client, endpoints};
use super::schemas::derived::schema;
use super::schemas::{plain, reference};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, Health, QueueEntry};
use service::auth::Caller;
use service::operations::queue::{Queue, QueueRemarks, READ_QUEUE, ServiceState};

endpoints! {
    "get_queue" => queue, client(&api::QUEUE), READ_QUEUE, "Read the queue",
        answer: Answer::Responses(|| {
            plain("The queue of every engine instance.", "application/json", &reference("QueueAnswer"))
        });
    "health" => health, client(&api::HEALTH), READ_QUEUE, "Read the state of the engine instances",
        answer: Answer::Responses(described_health);
}

/// The answer with the queue.
pub(super) type QueueAnswer = Envelope<Vec<QueueEntry>, QueueRemarks>;

fn described_health() -> Value {
    let meta = schema::<ServiceState>();
    let envelope = json!({ "type": "object", "properties": { "meta": meta } });
    plain(
        "The envelope with the requested data.",
        "application/json",
        &envelope,
    )
}

/// The queue of every instance, with an empty one for an instance that does not answer; `meta` names these, and the
/// runs that wait in the service.
async fn queue(
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

/// The queue, with remarks if there are any.
fn envelope(queue: Queue) -> QueueAnswer {
    let remarks = Some(queue.remarks).filter(|remarks| *remarks != QueueRemarks::default());
    Envelope::with_meta(queue.entries, remarks)
}

/// The health of every instance; `meta` has that of the disk, of the run store and of the clock.
async fn health(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Vec<Health>, ServiceState>>, ApiError> {
    let health = app.operations.queue.health(&caller).await?;
    let (instances, state) = (health.instances, health.state);
    Ok(Json(Envelope::with_meta(instances, Some(state))))
}
