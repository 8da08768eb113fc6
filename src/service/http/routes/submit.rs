//! `POST /api/v1/runs`: starts a run (the contract, section 4.1). `POST …/workflows/{workflow_id}/runs`: the same for
//! one workflow.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::{Extension, Json};
use serde_json::json;

use super::absolute_link;
use super::endpoint::{Answer, Body, Place, at, client, endpoints};
use super::schemas::required;
use super::schemas::runs::accepted_answer;
use super::schemas::submissions::{self, STRICT, WEBHOOK_URL, any_form};
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::request_ids::RequestIds;
use crate::http::{form_reader, request_body};
use crate::operations::submissions::{
    Admission, NewRun, Reports, SUBMIT_RUN, Started, TraceContext,
};
use api::{Envelope, IDEMPOTENCY_HEADER, Priority, RunEntry};

endpoints! {
    "execute_workflow_api_v1_runs_post" => submit, client(&api::RUN), SUBMIT_RUN,
        "Run a workflow by its ID",
        parameters: || [vec![required("query", "workflow_id")], submissions::references()].concat(),
        body: Body::Form(any_form), answer: Answer::Responses(|| accepted_answer("poster"));
    "runWorkflow" => submit_to, OF_WORKFLOW, SUBMIT_RUN, "Run a workflow",
        parameters: submissions::references, body: Body::Form(any_form);
}

/// The place of the operation that `/openapi.json` describes for each workflow, with its fields.
pub(super) const OF_WORKFLOW: Place = at("POST /api/v1/comfy/workflows/{workflow_id}/runs");

/// Starts a run of the workflow in the path. It has an address of its own so that a document can describe its fields,
/// and generated clients have a function for it.
pub(super) async fn submit_to(
    app: State<Arc<AppState>>,
    caller: Extension<Caller>,
    Path(id): Path<String>,
    Query(mut query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Envelope<Vec<RunEntry>>>, ApiError> {
    query.insert("workflow_id".to_owned(), id);
    submit(app, caller, Query(query), request).await
}

/// Starts a run.
pub(super) async fn submit(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(mut query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Envelope<Vec<RunEntry>>>, ApiError> {
    let new = ensure_size(&request, app.settings.max_upload)
        .and_then(|()| new_run(&app, &mut query, &request));
    let size = request.body().size_hint().lower();
    let mut admitted = match admitted(&app, &caller, new, size).await {
        Ok(Admission::Values(admitted)) => admitted,
        Ok(Admission::Known(entry)) => {
            request_body::drain(request);
            return Ok(Json(accepted(entry.into())));
        }
        Err(error) => {
            request_body::drain(request);
            return Err(error);
        }
    };
    let (file_limit, max_upload) = (admitted.file_limit(), app.settings.max_upload);
    let (schema, uploads) = admitted.form();
    let form = form_reader::read(request, schema, uploads, max_upload, file_limit).await?;
    Ok(Json(accepted(admitted.start(form).await?)))
}

/// What a submission turns out to be before its body is read. One that declares a size that is too large is refused.
async fn admitted(
    app: &AppState,
    caller: &Caller,
    new: Result<NewRun, ApiError>,
    size: u64,
) -> Result<Admission, ApiError> {
    let admission = app.operations.submissions.admit(caller, new?).await?;
    if let Admission::Values(admitted) = &admission {
        admitted.ensure_size(size)?;
    }
    Ok(admission)
}

/// The answer for a run that was started. Values that no field takes are reported, since the contract permits them.
pub(super) fn accepted(started: Started) -> Envelope<Vec<RunEntry>> {
    let unknown = started.unknown_fields;
    Envelope {
        meta: (!unknown.is_empty()).then(|| json!({ "unknown_fields": unknown })),
        ..Envelope::success(vec![started.entry])
    }
}

/// The longest idempotency key, in characters.
const MAX_IDEMPOTENCY_KEY: usize = 255;

fn is_strict(query: &HashMap<String, String>) -> Result<bool, ApiError> {
    match query.get(STRICT).map(String::as_str) {
        None | Some("" | "false") => Ok(false),
        Some("true") => Ok(true),
        Some(_) => Err(ApiError::invalid(
            "query",
            STRICT,
            "must be true or false",
            "bool_parsing",
        )),
    }
}

/// What a request says of a run besides its values.
fn new_run(
    app: &AppState,
    query: &mut HashMap<String, String>,
    request: &Request,
) -> Result<NewRun, ApiError> {
    let priority = query.remove("priority").filter(|name| !name.is_empty());
    let priority = match priority {
        None => Priority::default(),
        Some(name) => Priority::of(&name).ok_or_else(|| {
            ApiError::invalid("query", "priority", "must be low, normal or high", "enum")
        })?,
    };
    let mut keys = request.headers().get_all(IDEMPOTENCY_HEADER).iter();
    let key = keys.next();
    if keys.next().is_some() {
        return Err(ApiError::RepeatedHeader(IDEMPOTENCY_HEADER));
    }
    let key = key.map(|key| {
        let text = key.to_str().ok().filter(|text| {
            let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
            is_visible && (1..=MAX_IDEMPOTENCY_KEY).contains(&text.len())
        });
        let msg = "must have 1 to 255 visible ASCII characters";
        let invalid = || ApiError::invalid("header", IDEMPOTENCY_HEADER, msg, "value_error");
        text.map(str::to_owned).ok_or_else(invalid)
    });
    let ids = request.extensions().get::<RequestIds>();
    let trace = ids.and_then(|ids| ids.trace);
    Ok(NewRun {
        reports: reports(app, query, request.headers(), trace),
        workflow_id: query.remove("workflow_id"),
        group_id: query.remove("group_id").filter(|group| !group.is_empty()),
        priority,
        idempotency_key: key.transpose()?,
        is_strict: is_strict(query)?,
    })
}

/// How the caller of a request hears of the run that it starts.
pub(super) fn reports(
    app: &AppState,
    query: &HashMap<String, String>,
    headers: &HeaderMap,
    trace: Option<TraceContext>,
) -> Reports {
    Reports {
        webhook_url: query.get(WEBHOOK_URL).cloned(),
        link_base: absolute_link::base(&app.settings, headers),
        trace,
    }
}

/// Rejects a request that declares itself too large, before anything of it is read.
pub(super) fn ensure_size(request: &Request, max_upload: usize) -> Result<(), ApiError> {
    match request.body().size_hint().lower() > max_upload as u64 {
        true => Err(form_reader::too_large(max_upload)),
        false => Ok(()),
    }
}
