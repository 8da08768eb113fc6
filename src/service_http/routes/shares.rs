//! `/api/v1/comfy/shares`: makes, lists and revokes links to results that need no key.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::{Extension, Json};
use serde_json::{Value, json};

use super::absolute_link::absolute;
use super::endpoint::{Answer, Body, Place, client, endpoints};
use super::schemas::derived::without_required;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, Share};
use service::auth::Caller;
use service::operations::shares::{DAYS, SHARE_RESULTS};

endpoints! {
    "shares" => list, client(&api::SHARES), SHARE_RESULTS, "List your links to results",
        answer: Answer::OptionalData(without_required::<Vec<Share>>);
    "share" => create, client(&api::SHARE), SHARE_RESULTS, "Make a link to a result that needs no key",
        body: Body::Json(new_share), answer: Answer::OptionalData(without_required::<Share>), seeks: true,
        conflicts: true;
    "revokeShare" => revoke, Place::Client(&api::REVOKE_SHARE, "id"), SHARE_RESULTS,
        "Revoke a link to a result";
}

/// `POST`: shares the result of a completed run of the caller.
pub(super) async fn create(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    body: Result<Json<Value>, JsonRejection>,
) -> Result<Json<Envelope<Share>>, ApiError> {
    let unreadable = |why: JsonRejection| ApiError::invalid_body(why.body_text(), "value_error");
    let Json(body) = body.map_err(unreadable)?;
    let (run_id, days) = (run_id(&body)?, days(&body));
    let share = app.operations.shares.create(&caller, run_id, days).await?;
    Ok(Json(Envelope::success(linked(&app, share, &headers))))
}

/// `GET`: the shares of the caller that have not expired.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Json<Envelope<Vec<Share>>>, ApiError> {
    let shares = app.operations.shares.list(&caller).await?.into_iter();
    let shares = shares.map(|share| linked(&app, share, &headers));
    Ok(Json(Envelope::success(shares.collect())))
}

/// `DELETE`: revokes a share. Its link opens nothing from now on.
pub(super) async fn revoke(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.shares.revoke(&caller, &id).await?;
    Ok(Json(Envelope::success("Share revoked successfully")))
}

/// A share with a link in place of a path.
fn linked(app: &AppState, share: Share, headers: &HeaderMap) -> Share {
    let link = app.settings.link(&share.url);
    Share {
        url: absolute(&app.settings, link, headers),
        ..share
    }
}

/// The body that makes a link.
fn new_share() -> Value {
    let about_days = "The days until the link expires.";
    let (default, most) = DAYS;
    json!({
        "type": "object",
        "required": ["run_id"],
        "properties": {
            "run_id": { "type": "string", "description": "The ID of a completed run." },
            "days": {
                "type": "integer", "minimum": 1, "maximum": most, "default": default, "description": about_days,
            },
        },
    })
}

fn run_id(body: &Value) -> Result<&str, ApiError> {
    let Value::Object(members) = body else {
        let why = "must be a JSON object with the key run_id";
        return Err(ApiError::invalid_body(why, "dict_type"));
    };
    let invalid = |why, kind| ApiError::invalid("body", "run_id", why, kind);
    match members.get("run_id") {
        Some(Value::String(id)) if !id.is_empty() => Ok(id),
        None => Err(invalid(
            "required: enter the ID of a completed run",
            "missing",
        )),
        Some(_) => Err(invalid("must be the ID of a run, as text", "string_type")),
    }
}

/// The days in a body. A value that is not a whole number is as invalid as 0.
fn days(body: &Value) -> Option<u64> {
    let days = body.get("days").filter(|days| !days.is_null())?;
    Some(days.as_u64().unwrap_or(0))
}
