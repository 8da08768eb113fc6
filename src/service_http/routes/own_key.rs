//! `GET /api/v1/comfy/key`: the key that the request has. `POST …/key/regenerate`: another first key.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue};
use serde::Serialize;

use super::endpoint::{Body, client, endpoints};
use super::keys::{Grace, WithAddress, with_address};
use super::schemas::derived;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, KEY_HEADER};
use service::auth::Caller;
use service::operations::keys::{OwnKey, READ_OWN_KEY, REGENERATE_FIRST_KEY};

endpoints! {
    "key" => own, client(&api::OWN_KEY), READ_OWN_KEY, "Read what the key in use may do";
    "regenerateFirstKey" => regenerate_first, client(&api::REGENERATE_FIRST_KEY), REGENERATE_FIRST_KEY,
        "Make another first key, which is shown only now",
        body: Body::Json(derived::body::<Grace>), conflicts: true;
}

/// `GET`.
pub(super) async fn own(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Envelope<OwnKey>>, ApiError> {
    let own = app.operations.keys.own(&caller).await?;
    Ok(Json(Envelope::success(own)))
}

/// The first key after its regeneration. It is shown only once.
#[derive(Debug, Serialize)]
pub(super) struct RegeneratedFirst {
    key: String,
}

/// `POST`.
pub(super) async fn regenerate_first(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Result<Json<Grace>, JsonRejection>,
) -> Result<Json<Envelope<WithAddress<RegeneratedFirst>>>, ApiError> {
    let grace = Grace::read(body)?;
    let used = headers.get(KEY_HEADER).map(HeaderValue::as_bytes);
    let key = app.operations.keys.regenerate_first(&caller, used, grace);
    let key = key.await?;
    Ok(Json(with_address(&app, RegeneratedFirst { key })))
}
