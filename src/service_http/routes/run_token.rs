//! `POST /api/v1/runs/{run_id}/token`: a token with which a browser follows, reads and cancels this run, and nothing
//! else.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use super::endpoint::{Answer, client, endpoints};
use super::number_parameter::NumberParameter;
use super::schemas::derived::schema;
use super::schemas::described;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, RunToken};
use service::auth::Caller;
use service::operations::runs::{MAKE_RUN_TOKEN, SECONDS};

const EXPIRES_IN: NumberParameter = NumberParameter::from_one("expires_in", SECONDS);

endpoints! {
    "runToken" => make, client(&api::RUN_TOKEN), MAKE_RUN_TOKEN,
        "Make a token that may only follow, read and cancel this run",
        about: ABOUT,
        parameters: || vec![described(EXPIRES_IN.described(), "The seconds until the token expires.")],
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
    let seconds = EXPIRES_IN.read(&query)?;
    let token = app.operations.runs.make_token(&caller, &run_id, seconds);
    Ok(Json(Envelope::success(token.await?)))
}
