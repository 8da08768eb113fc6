//! `/api/v1/comfy/engines`: the engine instances; callers add, drain and remove them while the service runs.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

use super::endpoint::{Body, at, client, endpoints};
use super::schemas::queue::{engine_address, new_engine};
use super::schemas::required;
use super::to_the_end;
use crate::engines::{EngineSettings, EngineSource, Instance};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::Envelope;
use store::Author;

endpoints! {
    "engines" => list, client(&api::ENGINES), Admin, "List the engine instances";
    "foundEngines" => found, client(&api::FOUND_ENGINES), Admin,
        "Look for ComfyUI on the service's machine";
    "addEngine" => add, client(&api::ADD_ENGINE), Admin,
        "Add an engine instance, or let one take runs again",
        body: Body::Json(new_engine), conflicts: true;
    "removeEngine" => remove, at("DELETE /api/v1/comfy/engines"), Admin,
        "Remove an engine instance",
        parameters: || vec![required("query", "comfy_uri")], seeks: true, conflicts: true;
    "drainEngine" => drain, at("POST /api/v1/comfy/engines/drain"), Admin,
        "Let an engine instance finish its runs and give it no further ones",
        body: Body::Json(engine_address), seeks: true, conflicts: true;
}

/// The most labels of an instance, and the most characters of one.
const MAX_LABELS: (usize, usize) = (16, 64);
/// The largest depth.
const MAX_DEPTH: usize = 1000;

/// An engine instance as the service knows it.
#[derive(Debug, Serialize)]
pub(super) struct Engine {
    comfy_uri: String,
    /// As in `GET /api/v1/comfy/health`.
    status: &'static str,
    draining: bool,
    /// The number of our runs at it.
    runs: usize,
    /// The maximum number of our runs at it.
    depth: usize,
    labels: Vec<String>,
    /// Who has named it: `option`, `file` or `caller`; if nobody has, `found` or `embedded`.
    source: &'static str,
    /// Why the service does not connect to it, or does not receive its events.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// An engine instance to add.
#[derive(Debug, Deserialize)]
pub(super) struct NewEngine {
    comfy_uri: String,
    #[serde(default)]
    labels: Vec<String>,
    depth: Option<usize>,
}

/// The address of an engine instance.
#[derive(Debug, Deserialize)]
pub(super) struct Address {
    comfy_uri: String,
}

/// `GET`: all instances, also those that were removed and still have runs.
pub(super) async fn list(State(app): State<Arc<AppState>>) -> Json<Envelope<Vec<Engine>>> {
    let instances = app.engines.pool.listed();
    let engines = instances.iter().map(|instance| shown(&app, instance));
    Json(Envelope::success(engines.collect()))
}

/// A ComfyUI that answers on the service's machine.
#[derive(Debug, Serialize)]
pub(super) struct Found {
    comfy_uri: String,
    /// The version of ComfyUI, if it says so.
    version: Option<String>,
    /// `used` if it is an instance of the service already, else `offered`.
    state: &'static str,
    /// The folder of its saved workflows on the service's machine, if the service can read it.
    workflows: Option<String>,
}

/// `GET …/found`: looks for ComfyUI on the service's machine. Nothing is found if the service was told what to use.
pub(super) async fn found(State(app): State<Arc<AppState>>) -> Json<Envelope<Vec<Found>>> {
    let found = app.engines.found().await.into_iter();
    let found = found.map(|(engine, is_used)| Found {
        comfy_uri: engine.url,
        version: engine.version,
        state: match is_used {
            true => "used",
            false => "offered",
        },
        workflows: engine.workflows.map(|folder| folder.display().to_string()),
    });
    Json(Envelope::success(found.collect()))
}

/// `POST`: adds an instance, or lets one take runs again.
pub(super) async fn add(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    body: Result<Json<NewEngine>, JsonRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Json(new) = body.map_err(|why| unreadable("body", &why.body_text()))?;
    ensure_bounds(&new)?;
    let settings = EngineSettings {
        labels: new.labels,
        depth: new.depth,
        ..EngineSettings::new(&new.comfy_uri, EngineSource::Caller)
    };
    let changing = app.clone();
    let change = async move {
        let observer = changing.observer();
        changing.engines.add(settings, &observer, &by).await
    };
    let instance = to_the_end(change).await?;
    Ok(Json(Envelope::success(shown(&app, &instance))))
}

/// `POST …/drain`: an instance finishes its runs and gets no further ones.
pub(super) async fn drain(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    body: Result<Json<Address>, JsonRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Json(address) = body.map_err(|why| unreadable("body", &why.body_text()))?;
    let changing = app.clone();
    let change = async move { changing.engines.drain(&address.comfy_uri, &by).await };
    let instance = to_the_end(change).await?;
    Ok(Json(Envelope::success(shown(&app, &instance))))
}

/// `DELETE`: an instance finishes its runs and is gone.
pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    Extension(by): Extension<Author>,
    query: Result<Query<Address>, QueryRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Query(address) = query.map_err(|why| unreadable("query", &why.body_text()))?;
    let changing = app.clone();
    let change = async move {
        let (address, observer) = (&address.comfy_uri, changing.observer());
        changing.engines.remove(address, &observer, &by).await
    };
    let instance = to_the_end(change).await?;
    Ok(Json(Envelope::success(shown(&app, &instance))))
}

fn unreadable(place: &str, why: &str) -> ApiError {
    match place {
        "body" => ApiError::invalid_body(why, "value_error"),
        place => ApiError::invalid(place, "comfy_uri", why, "value_error"),
    }
}

fn ensure_bounds(new: &NewEngine) -> Result<(), ApiError> {
    let (most, longest) = MAX_LABELS;
    let is_wrong = |label: &String| {
        let is_long = label.is_empty() || label.chars().count() > longest;
        is_long || label.chars().any(char::is_control)
    };
    if new.labels.len() > most || new.labels.iter().any(is_wrong) {
        let why = format!(
            "at most {most} labels of 1 to {longest} characters are allowed, without control characters"
        );
        return Err(ApiError::invalid("body", "labels", why, "value_error"));
    }
    if new
        .depth
        .is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth))
    {
        let why = format!("the depth must be between 1 and {MAX_DEPTH}");
        return Err(ApiError::invalid("body", "depth", why, "value_error"));
    }
    Ok(())
}

fn shown(app: &AppState, instance: &Instance) -> Engine {
    let rules = &app.runs.rules;
    let membership = instance.membership();
    Engine {
        comfy_uri: instance.address.clone(),
        status: instance.status(),
        draining: membership.is_draining,
        runs: instance.runs(),
        depth: membership.depth.unwrap_or(rules.depth),
        labels: membership.labels,
        source: match membership.source {
            EngineSource::Options if app.engines.pool.is_embedded() => "embedded",
            EngineSource::Options => "option",
            EngineSource::File => "file",
            EngineSource::Found => "found",
            EngineSource::Caller => "caller",
        },
        problem: instance.problem(),
    }
}
