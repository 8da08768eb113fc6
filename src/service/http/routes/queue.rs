//! `GET /api/v1/comfy/queue` (the contract, section 4.2) and `GET /api/v1/comfy/health`. Both use the
//! latest queue snapshots, so that many watchers put no more load on an engine than one.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use chrono::SecondsFormat;
use serde_json::{Map, Value, json};

use super::answer_memory::Accounted;
use super::endpoint::{Answer, client, endpoints};
use super::runs::rounded;
use super::schemas::queue as schemas;
use crate::auth::Caller;
use crate::engines::{Health, Instance};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{Envelope, Health as InstanceHealth, QueueEntry};
use store::{EventFilter, OpenRunPlace};

endpoints! {
    "get_queue" => queue, client(&api::QUEUE), Read, "Read the queue",
        answer: Answer::Responses(schemas::answer);
    "health" => health, client(&api::HEALTH), Read, "Read the state of the engine instances",
        answer: Answer::Responses(schemas::health);
}

/// The most waiting runs that are listed.
const MAX_LISTED: usize = 1000;

/// The most runs of a key that is limited to workflows that it sees in the queue.
const MAX_OPEN: u32 = 10_000;

/// The queue of every instance, with an empty one for an instance that does not answer; `meta` names these, and the
/// runs that wait in the service.
pub(super) async fn queue(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, ApiError> {
    let own = match caller.workflows() {
        Some(_) => Some(open_runs(&app, &caller).await?),
        None => None,
    };
    let key = &caller.name;
    let version = app.engines.signal.version();
    let mut failed = None;
    let body = app.queue_view.get(key, version, Instant::now(), || {
        serde_json::to_vec(&current(&app, key, own.as_ref()))
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

/// The ids of the runs of a caller that have not ended.
async fn open_runs(app: &AppState, caller: &Caller) -> Result<HashSet<String>, ApiError> {
    let filter = EventFilter {
        reach: caller.reach(),
        ..EventFilter::default()
    };
    let from = OpenRunPlace::default();
    let (runs, _) = app.store.open_runs(filter, from, MAX_OPEN).await?;
    Ok(runs.into_iter().map(|run| run.run_id).collect())
}

/// The queue now; for a key that is limited to workflows, without all runs that are not its `own`.
fn current(app: &AppState, key: &str, own: Option<&HashSet<String>>) -> Envelope<Vec<QueueEntry>> {
    let is_shown = |id: &str| own.is_none_or(|own| own.contains(id));
    let instances = app.engines.pool.instances();
    instances.iter().for_each(|instance| instance.watch());
    let entries = instances.iter().map(|instance| QueueEntry {
        address: instance.address.clone(),
        queue: {
            let mut queue = instance.queue();
            queue.running.retain(|task| is_shown(&task.id));
            queue.pending.retain(|task| is_shown(&task.id));
            queue
        },
    });
    let mut envelope = Envelope::success(entries.collect());
    let mut meta = Map::new();
    let mut name = |kind: &str, is_of_kind: &dyn Fn(&Instance) -> bool| {
        let named = instances.iter().filter(|instance| is_of_kind(instance));
        let addresses: Vec<&str> = named.map(|instance| instance.address.as_str()).collect();
        if !addresses.is_empty() {
            meta.insert(kind.to_owned(), json!(addresses));
        }
    };
    name("stopped", &|one| one.health() == Health::Stopped);
    name("hung", &|one| one.health() == Health::Hung);
    name("draining", &Instance::is_draining);
    let mut count = app.runs.waiting.count();
    if count > 0 {
        let mut ids = app.runs.waiting.first(MAX_LISTED);
        let mut waiting = app.runs.waiting.of_key(key);
        if own.is_some() {
            waiting.retain(|(id, _)| is_shown(id));
            count = waiting.len();
            ids.retain(|id| is_shown(id));
        }
        let own = waiting.into_iter().map(|(id, estimate)| {
            let mut own = json!({ "id": id, "position": estimate.position });
            for (name, seconds) in [("starts_in", estimate.starts_in), ("takes", estimate.takes)] {
                if let Some(seconds) = seconds {
                    own[name] = json!(rounded(seconds));
                }
            }
            own
        });
        let own: Vec<Value> = own.collect();
        let waiting = json!({ "count": count, "ids": ids, "own": own });
        meta.insert("waiting".to_owned(), waiting);
    }
    envelope.meta = (!meta.is_empty()).then_some(Value::Object(meta));
    envelope
}

/// The health of every instance; `meta` has that of the disk, of the run store and of the clock.
pub(super) async fn health(
    State(app): State<Arc<AppState>>,
) -> Json<Envelope<Vec<InstanceHealth>>> {
    let instances = app.engines.pool.instances();
    let health = instances.iter().map(|instance| InstanceHealth {
        address: instance.address.clone(),
        status: instance.status().to_owned(),
        problem: instance.problem(),
    });
    let mut envelope = Envelope::success(health.collect());
    let (free, min_free) = (
        app.retention.free_disk().await,
        app.retention.min_free_disk(),
    );
    let is_full = free.is_some_and(|free| free < min_free);
    let hold = app.time.hold();
    let hold = hold.map(|hold| hold.until.to_rfc3339_opts(SecondsFormat::Secs, true));
    let holds_runs = app.runs.disk.holds_work();
    let trouble = app.runs.store_trouble.why();
    envelope.meta = Some(json!({
        "clock": { "has_jumped": hold.is_some(), "removes_again_at": hold },
        "disk": {
            "free_bytes": free, "min_free_bytes": min_free, "is_full": is_full, "holds_runs": holds_runs,
        },
        "store": { "is_failing": trouble.is_some(), "error": trouble },
    }));
    Json(envelope)
}
