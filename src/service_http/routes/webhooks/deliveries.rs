//! The deliveries of the caller's webhooks: their list, and sending them again.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};
use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::routes::number_parameter::NumberParameter;
use crate::routes::schemas::optional;
use api::Envelope;
use service::auth::Caller;
use service::operations::webhooks::{DeliveryChoice, DeliveryPage, DeliveryState, Replayed};

const PAGE: NumberParameter = NumberParameter::from_one("page", (1, 1_000_000));
const PAGE_SIZE: NumberParameter = NumberParameter::from_one("page_size", (50, 1000));

/// `GET …/deliveries?state=&page=&page_size=`.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<DeliveryPage>>, ApiError> {
    let choice = choice(&query)?;
    let page = app.operations.webhooks.deliveries(&caller, choice).await?;
    Ok(Json(Envelope::success(page)))
}

/// `POST …/deliveries/replay`: sends all again that have failed.
pub(super) async fn replay_failed(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<Replayed>>, ApiError> {
    let replayed = app.operations.webhooks.replay_failed(&caller).await?;
    Ok(Json(Envelope::success(replayed)))
}

/// `POST …/deliveries/{id}/replay`: sends one again.
pub(super) async fn replay_one(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Replayed>>, ApiError> {
    let replayed = app.operations.webhooks.replay_one(&caller, id).await?;
    Ok(Json(Envelope::success(replayed)))
}

/// What selects deliveries.
pub(super) fn parameters() -> Vec<Value> {
    let states = DeliveryState::ALL.map(DeliveryState::name);
    let state = optional("state", json!({ "enum": states }));
    vec![state, PAGE.described(), PAGE_SIZE.described()]
}

fn choice(query: &HashMap<String, String>) -> Result<DeliveryChoice, ApiError> {
    let state_name = query.get("state").filter(|name| !name.is_empty());
    Ok(DeliveryChoice {
        state: state_name.map(|name| state(name)).transpose()?,
        page: PAGE.read(query)?,
        page_size: PAGE_SIZE.read(query)?,
    })
}

fn state(name: &str) -> Result<DeliveryState, ApiError> {
    let mut all = DeliveryState::ALL.into_iter();
    all.find(|state| state.name() == name).ok_or_else(|| {
        let names = DeliveryState::ALL.map(DeliveryState::name).join(", ");
        ApiError::invalid("query", "state", format!("must be one of {names}"), "enum")
    })
}
