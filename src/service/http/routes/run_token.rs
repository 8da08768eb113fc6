//! `POST /api/v1/runs/{run_id}/token`: a token with which a browser follows, reads and cancels this run, and nothing
//! else.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use super::endpoint::{Answer, client, endpoints};
use super::run_query::invalid;
use super::schemas::derived::schema;
use super::schemas::{count, described, optional};
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::operations::runs::{MAKE_RUN_TOKEN, SECONDS};
use api::{Envelope, RunToken};

/// The query parameter with the seconds until a token expires.
pub(super) const EXPIRES_IN: &str = "expires_in";

endpoints! {
    "runToken" => make, client(&api::RUN_TOKEN), MAKE_RUN_TOKEN,
        "Make a token that may only follow, read and cancel this run",
        about: ABOUT,
        parameters: || {
            let about = "The seconds until the token expires.";
            vec![described(optional(EXPIRES_IN, count(SECONDS)), about)]
        },
        answer: Answer::Data(schema::<RunToken>);
}

const ABOUT: &str = "Give the token to a browser, which sends it in the header `X-API-KEY`. It may read the run, its \
                     events and its outputs, and cancel the run if the key has the right `run`. It ends with the key \
                     that made it.";

/// `POST`.
pub(super) async fn make(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<RunToken>>, ApiError> {
    let seconds = seconds(query.get(EXPIRES_IN).map(String::as_str))?;
    let token = app.operations.runs.make_token(&caller, &run_id, seconds);
    Ok(Json(Envelope::success(token.await?)))
}

fn seconds(text: Option<&str>) -> Result<u32, ApiError> {
    let (default, max) = SECONDS;
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(default);
    };
    let seconds: Option<u32> = text.parse().ok();
    let why = || format!("must be a whole number of seconds from 1 to {max}");
    seconds
        .filter(|seconds| (1..=max).contains(seconds))
        .ok_or_else(|| invalid(EXPIRES_IN, &why(), "int_parsing"))
}
