//! `GET /api/v1/comfy/monitoring`: what became of the runs of the last hours, how long they took, and why some failed.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;

use super::endpoint::{client, endpoints};
use super::number_parameter::NumberParameter;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::Envelope;
use service::auth::Caller;
use service::operations::run_summary::{MAX_HOURS, SUMMARISE_RUNS, USUAL_HOURS, wrong_hours};

/// The use case checks it.
const HOURS: NumberParameter = NumberParameter::from_one("hours", (USUAL_HOURS, MAX_HOURS));

endpoints! {
    "monitoring" => summary, client(&api::MONITORING), SUMMARISE_RUNS, "Summarise the runs of the last hours",
        parameters: || vec![HOURS.described()];
}

/// What the caller asks for.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Asked {
    hours: Option<u32>,
}

/// `GET`: of everybody's runs for keys that see all runs, and else of the caller's own.
pub(super) async fn summary(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(asked) = asked.map_err(|_| wrong_hours())?;
    let summary = app.operations.summary.summarise(&caller, asked.hours);
    Ok(Json(Envelope::success(&*summary.await?)).into_response())
}
