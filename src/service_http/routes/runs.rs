//! Lists, shows, cancels and repeats runs: operations beyond the contract.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::Value;

use super::absolute_link::absolute;
use super::endpoint::{Answer, client, endpoints};
use super::run_query;
use super::schemas::derived::{schema, without_required};
use super::schemas::{reference, required};
use super::submission_parameters::{self, reports};
use super::submit::{self, accepted_answer};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::request_ids::RequestIds;
use api::{Envelope, OutputLink, RunDetail, RunList};
use service::auth::Caller;
use service::operations::runs::{CANCEL_RUN, NamedOutput, READ_RUN, READ_RUNS};
use service::operations::submissions::SUBMIT_RUN;

/// A query without types, so that invalid values get our error messages.
type QueryMap = Query<HashMap<String, String>>;

endpoints! {
    "runs" => list, client(&api::RUNS), READ_RUNS, "List runs",
        parameters: run_query::parameters, answer: Answer::Data(run_list);
    "getRun" => detail, client(&api::GET_RUN), READ_RUN, "Read a run",
        answer: Answer::Data(|| reference("Run"));
    "output" => output, client(&api::OUTPUT), READ_RUN, "Read the link to an output",
        parameters: || vec![required("query", "filename")],
        answer: Answer::Data(without_required::<OutputLink>), seeks: true;
    "cancel" => cancel, client(&api::CANCEL), CANCEL_RUN, "Cancel a run",
        conflicts: true;
    "regenerate" => regenerate, client(&api::REGENERATE), SUBMIT_RUN, "Start a run again",
        parameters: || vec![submission_parameters::reference("WebhookUrl")],
        answer: Answer::Responses(|| accepted_answer("poster"));
}

/// A page of runs.
fn run_list() -> Value {
    let mut list = schema::<RunList>();
    list["properties"]["runs"]["items"] = reference("Run");
    list
}

/// `GET /api/v1/runs`. Without a choice of the page, more than a page: clients that know no pages, such as
/// the Python client `flowscale`, expect all runs.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(query): QueryMap,
) -> Result<Json<Envelope<RunList>>, ApiError> {
    let (page, key) = (run_query::page(&query)?, run_query::key(&query));
    let page = app.operations.runs.list(&caller, key, page).await?;
    let runs = page.runs.into_iter();
    Ok(Json(Envelope::success(RunList {
        group_id: page.group_id,
        count: page.count,
        runs: runs.map(|run| run.detail(&app.auth.links)).collect(),
    })))
}

/// `GET /api/v1/runs/{run_id}`.
pub(super) async fn detail(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<RunDetail>>, ApiError> {
    let run = app.operations.runs.read(&caller, &run_id).await?;
    Ok(Json(Envelope::success(run.detail(&app.auth.links))))
}

/// `POST /api/v1/runs/{run_id}/cancel`.
pub(super) async fn cancel(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.runs.cancel(&caller, &run_id).await?;
    Ok(Json(Envelope::success("Run cancelled successfully")))
}

/// `POST /api/v1/runs/{run_id}/regenerate`; the answer is that of a submission.
pub(super) async fn regenerate(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(ids): Extension<RequestIds>,
    Path(run_id): Path<String>,
    Query(query): QueryMap,
    headers: HeaderMap,
) -> Result<Json<submit::Accepted>, ApiError> {
    let reports = reports(&app, &query, &headers, ids.trace);
    let started = app
        .operations
        .submissions
        .regenerate(&caller, &run_id, reports);
    Ok(Json(submit::accepted(started.await?)))
}

/// `GET /api/v1/runs/output?filename=`: the link to an output; 204 while the run has not ended.
pub(super) async fn output(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(mut query): QueryMap,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let filename = query.remove("filename").filter(|name| !name.is_empty());
    let filename = filename.ok_or_else(|| {
        run_query::invalid("filename", "required: enter an output's name", "missing")
    })?;
    let (owner, status) = match app.operations.runs.output(&caller, &filename).await? {
        NamedOutput::Pending => return Ok(StatusCode::NO_CONTENT.into_response()),
        NamedOutput::Ready { owner, status } => (owner, status),
    };
    let link = app.auth.links.output(&filename, &owner);
    let data = OutputLink {
        download_url: absolute(&app.settings, link, &headers),
        generation_status: status.name().to_owned(),
    };
    Ok(Json(Envelope::success(data)).into_response())
}
