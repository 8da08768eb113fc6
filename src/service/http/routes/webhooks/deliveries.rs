//! The deliveries of the caller's webhooks: their list, and sending them again.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::operations::webhooks::{DeliveryChoice, DeliveryPage, DeliveryState, Replayed};
use api::Envelope;

/// The number of a page: the one without a choice, and the largest.
pub(super) const PAGE: (u32, u32) = (1, 1_000_000);
/// The number of deliveries on a page: the one without a choice, and the largest.
pub(super) const PAGE_SIZE: (u32, u32) = (50, 1000);

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

fn choice(query: &HashMap<String, String>) -> Result<DeliveryChoice, ApiError> {
    let value = |name: &str| {
        let text = query.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    };
    let state = value("state").map(state).transpose()?;
    let page_size = number("page_size", value("page_size"), PAGE_SIZE)?;
    Ok(DeliveryChoice {
        state,
        page: number("page", value("page"), PAGE)?,
        page_size,
    })
}

fn state(name: &str) -> Result<DeliveryState, ApiError> {
    let mut all = DeliveryState::ALL.into_iter();
    all.find(|state| state.name() == name).ok_or_else(|| {
        let names = DeliveryState::ALL.map(DeliveryState::name).join(", ");
        ApiError::invalid("query", "state", format!("must be one of {names}"), "enum")
    })
}

fn number(name: &str, text: Option<&str>, (default, max): (u32, u32)) -> Result<u32, ApiError> {
    let Some(text) = text else {
        return Ok(default);
    };
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| {
        let why = format!("must be a whole number from 1 to {max}");
        ApiError::invalid("query", name, why, "int_parsing")
    })
}
