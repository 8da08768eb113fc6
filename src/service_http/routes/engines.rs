//! `/api/v1/comfy/engines`: the engine instances; callers add, drain and remove them while the service runs.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Deserialize;

use super::endpoint::{Body, client, endpoints};
use super::schemas::{derived, required};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::operations::engines::{Engine, Found, MANAGE_ENGINES, NewEngine};

endpoints! {
    "engines" => list, client(&api::ENGINES), MANAGE_ENGINES, "List the engine instances";
    "foundEngines" => found, client(&api::FOUND_ENGINES), MANAGE_ENGINES,
        "Look for ComfyUI on the service's machine";
    "addEngine" => add, client(&api::ADD_ENGINE), MANAGE_ENGINES,
        "Add an engine instance, or let one take runs again",
        body: Body::Json(derived::body::<NewEngine>), conflicts: true;
    "removeEngine" => remove, client(&api::REMOVE_ENGINE), MANAGE_ENGINES,
        "Remove an engine instance",
        parameters: || vec![required("query", "comfy_uri")], seeks: true, conflicts: true;
    "drainEngine" => drain, client(&api::DRAIN_ENGINE), MANAGE_ENGINES,
        "Let an engine instance finish its runs and give it no further ones",
        body: Body::Json(derived::body::<Address>), seeks: true, conflicts: true;
}

/// The address of an engine instance.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Address {
    #[schemars(url)]
    comfy_uri: String,
}

/// `GET`: all instances, also those that were removed and still have runs.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Vec<Engine>>>, ApiError> {
    let engines = app.operations.engines.list(&caller)?;
    Ok(Json(Envelope::success(engines)))
}

/// `GET …/found`: looks for ComfyUI on the service's machine. Nothing is found if the service was told what to use.
pub(super) async fn found(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Vec<Found>>>, ApiError> {
    let found = app.operations.engines.found(&caller).await?;
    Ok(Json(Envelope::success(found)))
}

/// `POST`: adds an instance, or lets one take runs again.
pub(super) async fn add(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<NewEngine>, JsonRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Json(new) = body.map_err(|why| unreadable("body", &why.body_text()))?;
    let engine = app.operations.engines.add(&caller, new).await?;
    Ok(Json(Envelope::success(engine)))
}

/// `POST …/drain`: an instance finishes its runs and gets no further ones.
pub(super) async fn drain(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    body: Result<Json<Address>, JsonRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Json(body) = body.map_err(|why| unreadable("body", &why.body_text()))?;
    let engine = app.operations.engines.drain(&caller, body.comfy_uri);
    Ok(Json(Envelope::success(engine.await?)))
}

/// `DELETE`: an instance finishes its runs and is gone.
pub(super) async fn remove(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    query: Result<Query<Address>, QueryRejection>,
) -> Result<Json<Envelope<Engine>>, ApiError> {
    let Query(query) = query.map_err(|why| unreadable("query", &why.body_text()))?;
    let engine = app.operations.engines.remove(&caller, query.comfy_uri);
    Ok(Json(Envelope::success(engine.await?)))
}

fn unreadable(place: &str, why: &str) -> ApiError {
    match place {
        "body" => ApiError::invalid_body(why, "value_error"),
        place => ApiError::invalid(place, "comfy_uri", why, "value_error"),
    }
}
