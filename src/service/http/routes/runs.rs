//! Lists, shows, cancels and repeats runs: operations beyond the contract.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::absolute_link::{absolute, base};
use super::endpoint::{Answer, client, endpoints};
use super::previews;
use super::run_query;
use super::schemas::derived::without_required;
use super::schemas::{reference, required, runs as schemas, submissions};
use super::submit;
use super::to_the_end;
use super::webhooks::webhook_of_run;
use crate::auth::Caller;
use crate::engines::Engines;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::request_ids::RequestIds;
use crate::outputs::is_reducible;
use crate::runs::{Reporting, cancel, regenerate};
use api::{
    Envelope, OutputLink, RunDetail, RunEntry, RunInput, RunList, RunOutput, RunProgress, RunStatus,
};
use store::{RunRecord, Store, holder};

/// A query without types, so that invalid values get our error messages.
type QueryMap = Query<HashMap<String, String>>;

endpoints! {
    "runs" => list, client(&api::RUNS), Read, "List runs",
        parameters: schemas::page_parameters, answer: Answer::Data(schemas::run_list);
    "getRun" => detail, client(&api::GET_RUN), Read, "Read a run",
        answer: Answer::Data(|| reference("Run")), allows_run_tokens: true;
    "output" => output, client(&api::OUTPUT), Read, "Read the link to an output",
        parameters: || vec![required("query", "filename")],
        answer: Answer::Data(without_required::<OutputLink>), seeks: true, allows_run_tokens: true;
    "cancel" => cancel, client(&api::CANCEL), Run, "Cancel a run",
        conflicts: true, allows_run_tokens: true;
    "regenerate" => regenerate, client(&api::REGENERATE), Run, "Start a run again",
        parameters: || vec![submissions::reference("WebhookUrl")],
        answer: Answer::Responses(|| schemas::accepted_answer("poster")), submits: true;
}

/// `GET /api/v1/runs`. Without a choice of the page, more than a page: clients that know no pages, such as
/// the Python client `flowscale`, expect all runs.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(query): QueryMap,
) -> Result<Json<Envelope<RunList>>, ApiError> {
    let page = run_query::page(&query, &caller)?;
    let group_id = page.runs.group_id.clone();
    let (count, runs) = app.store.runs(page).await?;
    let mut listed = Vec::with_capacity(runs.len());
    for run in runs {
        listed.push(run_detail(&app, run).await?);
    }
    Ok(Json(Envelope::success(RunList {
        group_id,
        count,
        runs: listed,
    })))
}

/// `GET /api/v1/runs/{run_id}`.
pub(super) async fn detail(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<RunDetail>>, ApiError> {
    let run = find_complete(&*app.store, &caller, &run_id).await?;
    Ok(Json(Envelope::success(run_detail(&app, run).await?)))
}

/// `POST /api/v1/runs/{run_id}/cancel`.
pub(super) async fn cancel(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let run = find(&*app.store, &caller, &run_id).await?;
    // A caller that hangs up must not leave a cancelled run at its engine.
    to_the_end(async move { cancel::cancel(&app.runs, &run).await }).await?;
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
) -> Result<Json<Envelope<Vec<RunEntry>>>, ApiError> {
    let run = find_complete(&*app.store, &caller, &run_id).await?;
    app.retention.ensure_room().await?;
    let reporting = Reporting {
        webhook: webhook_of_run(&app, &caller.name, &query).await?,
        link_base: base(&app.settings, &headers),
        trace: ids.trace,
    };
    let repeated = regenerate::regenerate(app.runs.clone(), run, caller.name, reporting);
    Ok(Json(submit::accepted(repeated.await?)))
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
    let not_found = || ApiError::NotFound(format!("there is no output “{filename}”"));
    let (run_id, name) = filename.split_once('/').ok_or_else(not_found)?;
    let run = app
        .store
        .listed_run(run_id)
        .await?
        .filter(|run| caller.reaches(run))
        .ok_or_else(not_found)?;
    if !run.status.is_final() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let is_listed = run.outputs.iter().any(|output| output == name);
    if !is_listed || app.outputs.find(run_id, name).await.is_none() {
        return Err(not_found());
    }
    let data = OutputLink {
        download_url: absolute(
            &app.settings,
            app.output_link(&filename, &run.owner),
            &headers,
        ),
        generation_status: run.status.name().to_owned(),
    };
    Ok(Json(Envelope::success(data)).into_response())
}

/// A run of the caller as a list has it, without megabytes of texts. Others do not exist for it.
pub(super) async fn find(
    store: &dyn Store,
    caller: &Caller,
    run_id: &str,
) -> Result<RunRecord, ApiError> {
    owned(store.listed_run(run_id).await?, caller, run_id)
}

/// The same run, complete.
async fn find_complete(
    store: &dyn Store,
    caller: &Caller,
    run_id: &str,
) -> Result<RunRecord, ApiError> {
    owned(store.run(run_id).await?, caller, run_id)
}

fn owned(run: Option<RunRecord>, caller: &Caller, run_id: &str) -> Result<RunRecord, ApiError> {
    let run = run.filter(|run| caller.reaches(run));
    run.ok_or_else(|| ApiError::NotFound(format!("there is no run “{run_id}”")))
}

fn run_progress(engines: &Engines, run: &RunRecord) -> Option<RunProgress> {
    let running = run.status == RunStatus::Running;
    let address = run.instance_address.as_deref().filter(|_| running)?;
    engines.pool.find(address)?.progress(&run.prompt_id)
}

async fn run_detail(app: &AppState, run: RunRecord) -> Result<RunDetail, ApiError> {
    run_detail_with(app, run, |filename, owner| app.output_link(filename, owner)).await
}

/// The detail of a run whose outputs have these links, made of their filename and the run's owner.
pub(super) async fn run_detail_with(
    app: &AppState,
    run: RunRecord,
    output_link: impl Fn(&str, &str) -> String,
) -> Result<RunDetail, ApiError> {
    let expires_at = app.retention.expires_at(&run).await?;
    let progress = run_progress(&app.engines, &run);
    let is_running = run.status == RunStatus::Running;
    let preview = is_running.then(|| previews::link(app, &run)).flatten();
    let estimate = app.runs.waiting.estimate(&run.id);
    let is_final = run.status.is_final();
    let takes = (!is_final)
        .then(|| app.runs.waiting.takes(&run.workflow_id))
        .flatten();
    let inputs = run.inputs.into_iter().map(|input| RunInput {
        path: input.path,
        value: Some(input.value),
        shortened: input.shortened,
    });
    let outputs = match run.status {
        RunStatus::Completed => outputs(&run.id, run.outputs, |name| output_link(name, &run.owner)),
        _ => Vec::new(),
    };
    let output_names = outputs.iter().map(|output| output.filename.clone());
    Ok(RunDetail {
        inputs: inputs.collect(),
        output_names: output_names.collect(),
        outputs,
        left_out: run.left_out,
        id: run.id,
        workflow_id: run.workflow_id,
        version: run.version,
        group_id: run.group_id,
        owner: Some(holder(&run.owner).to_owned()),
        instance: run.instance_address,
        status: run.status,
        error: run.error,
        attempts: Some(run.attempts),
        priority: Some(run.priority),
        position: estimate.and_then(|estimate| u32::try_from(estimate.position).ok()),
        starts_in: estimate
            .and_then(|estimate| estimate.starts_in)
            .map(rounded),
        takes: takes.map(rounded),
        progress,
        preview,
        created_at: run.created_at,
        started_at: run.started_at,
        completed_at: run.completed_at,
        expires_at,
    })
}

/// The outputs of a completed run, with links to their filenames.
pub(super) fn outputs(
    run_id: &str,
    names: Vec<String>,
    link: impl Fn(&str) -> String,
) -> Vec<RunOutput> {
    let outputs = names.into_iter().map(|name| {
        let filename = format!("{run_id}/{name}");
        let link = link(&filename);
        RunOutput {
            thumbnail: is_reducible(&name).then(|| link.clone()),
            url: Some(link),
            filename,
        }
    });
    outputs.collect()
}

/// Seconds with one decimal: an estimate is not more exact.
pub(super) fn rounded(seconds: f64) -> f64 {
    (seconds * 10.0).round() / 10.0
}
