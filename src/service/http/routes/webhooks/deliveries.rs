//! The deliveries of the caller's webhooks: their list, and sending them again.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use super::entry::{DeliveryEntry, DeliveryPage, Replayed};
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::routes::to_the_end;
use api::Envelope;
use store::{AuditAction, Author, DeliveryFilter, DeliveryState, Reach};

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
    let (count, deliveries) = app.store.deliveries(filter(&query, own(&caller))?).await?;
    Ok(Json(Envelope::success(DeliveryPage {
        count,
        deliveries: deliveries.into_iter().map(DeliveryEntry::from).collect(),
    })))
}

/// `POST …/deliveries/replay`: sends all again that have failed.
pub(super) async fn replay_failed(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
) -> Result<Json<Envelope<Replayed>>, ApiError> {
    let line = by.does(AuditAction::ReplayDeliveries, "all that failed");
    let replayed = to_the_end(async move {
        let now = app.webhooks.now();
        app.store.replay(&own(&caller), None, now, line).await
    });
    let replayed = replayed.await?;
    Ok(Json(Envelope::success(Replayed { replayed })))
}

/// `POST …/deliveries/{id}/replay`: sends one again.
pub(super) async fn replay_one(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Replayed>>, ApiError> {
    let line = by.does(AuditAction::ReplayDeliveries, &id);
    let message_id = id.clone();
    let replayed = to_the_end(async move {
        let now = app.webhooks.now();
        app.store
            .replay(&own(&caller), Some(&message_id), now, line)
            .await
    });
    match replayed.await? {
        0 => Err(ApiError::NotFound(format!(
            "the key has no delivery “{id}”; list the deliveries to see their IDs"
        ))),
        replayed => Ok(Json(Envelope::success(Replayed { replayed }))),
    }
}

/// The runs of the caller's own key, also for one that sees those of others.
fn own(caller: &Caller) -> Reach {
    Reach {
        owner: Some(caller.name.clone()),
        ..caller.reach()
    }
}

fn filter(query: &HashMap<String, String>, reach: Reach) -> Result<DeliveryFilter, ApiError> {
    let value = |name: &str| {
        let text = query.get(name).map(String::as_str);
        text.filter(|text| !text.is_empty())
    };
    let state = value("state").map(state).transpose()?;
    let limit = number("page_size", value("page_size"), PAGE_SIZE)?;
    let page = number("page", value("page"), PAGE)?;
    Ok(DeliveryFilter {
        reach,
        state,
        limit,
        offset: (page - 1).saturating_mul(limit),
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
