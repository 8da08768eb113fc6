//! `POST /api/v1/runs`: starts a run (the contract, section 4.1). `POST …/workflows/{workflow_id}/runs`: the same for
//! one workflow.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Path, Query, Request, State};
use axum::{Extension, Json};
use serde_json::json;

use super::absolute_link;
use super::endpoint::{Answer, Body, Place, at, client, endpoints};
use super::schemas::required;
use super::schemas::runs::accepted_answer;
use super::schemas::submissions::{self, STRICT, any_form};
use super::webhooks::webhook_of_run;
use crate::auth::Caller;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::engines::UploadLimit;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::request_ids::RequestIds;
use crate::http::{form_reader, request_body};
use crate::runs::{Reporting, Started, Submission, Terms, repetition, submission};
use api::{Envelope, IDEMPOTENCY_HEADER, Priority, RunEntry};
use store::RunRecord;
use workflow::most_similar;

/// How similar an id that an error names is to the unknown one, at least.
const LEAST_SIMILARITY: f64 = 0.75;

endpoints! {
    "execute_workflow_api_v1_runs_post" => submit, client(&api::RUN), Run,
        "Run a workflow by its ID",
        parameters: || [vec![required("query", "workflow_id")], submissions::references()].concat(),
        body: Body::Form(any_form), answer: Answer::Responses(|| accepted_answer("poster")),
        submits: true;
    "runWorkflow" => submit_to, OF_WORKFLOW, Run, "Run a workflow",
        parameters: submissions::references, body: Body::Form(any_form), submits: true;
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
    let terms = ensure_size(&request, app.settings.max_upload)
        .and_then(|()| terms(&app, &mut query, &request, caller.clone()));
    let (deployed, terms) = match prepared(&app, &caller, &query, terms).await {
        Ok(Prepared::New(deployed, terms)) => (deployed, terms),
        Ok(Prepared::Repeated(earlier, deployed, terms)) => {
            let entry = compared(&app, &earlier, deployed, terms, request).await?;
            return Ok(Json(accepted(entry.into())));
        }
        Err(error) => {
            request_body::drain(request);
            return Err(error);
        }
    };
    let mut submission = Submission::new(&app.runs, terms);
    let max_upload = app.settings.max_upload;
    let limit = app.engines.pool.upload_limit(deployed.needs());
    let file_fields = file_fields(&deployed);
    if let Some(limit) = limit.filter(|limit| exceeds(&request, file_fields, *limit)) {
        request_body::drain(request);
        return Err(too_large(file_fields, limit));
    }
    let (schema, uploads) = (&deployed.schema, submission.uploads());
    let form = form_reader::read(request, schema, uploads, max_upload, limit).await?;
    let started = submission.start(app.runs.clone(), deployed, form).await?;
    Ok(Json(accepted(started)))
}

/// The answer for a run that was started. Values that no field takes are reported, since the contract permits them.
pub(super) fn accepted(started: Started) -> Envelope<Vec<RunEntry>> {
    let unknown = started.unknown_fields;
    Envelope {
        meta: (!unknown.is_empty()).then(|| json!({ "unknown_fields": unknown })),
        ..Envelope::success(vec![started.entry])
    }
}

/// What a submission turns out to be before its body is read.
enum Prepared {
    New(Arc<DeployedWorkflow>, Terms),
    /// The run that was started with its idempotency key, and the workflow of that run, if it is known.
    Repeated(Box<RunRecord>, Option<Arc<DeployedWorkflow>>, Terms),
}

async fn prepared(
    app: &Arc<AppState>,
    caller: &Caller,
    query: &HashMap<String, String>,
    terms: Result<Terms, ApiError>,
) -> Result<Prepared, ApiError> {
    let mut terms = terms?;
    let workflow_id = query.get("workflow_id").map(String::as_str);
    if let Some(id) = workflow_id.filter(|id| !id.is_empty())
        && let key = terms.idempotency_key.as_deref()
        && let id = WorkflowId::of(id)
        && caller.reaches_workflow(&id.name)
        && let Some(run) = repetition::earlier(&app.runs, &terms.owner, key, &id).await?
    {
        let deployed = app.catalog.once_deployed(&run.workflow_id, run.version);
        let deployed = deployed.await?;
        return Ok(Prepared::Repeated(Box::new(run), deployed, terms));
    }
    app.retention.ensure_room().await?;
    terms.reporting.webhook = webhook_of_run(app, &terms.owner, query).await?;
    Ok(Prepared::New(find(app, caller, workflow_id).await?, terms))
}

/// The entry of the run that a submission has started before. Its values are read, to be compared with those of the run.
async fn compared(
    app: &Arc<AppState>,
    earlier: &RunRecord,
    deployed: Option<Arc<DeployedWorkflow>>,
    terms: Terms,
    request: Request,
) -> Result<RunEntry, ApiError> {
    let Some(deployed) = deployed.filter(|_| earlier.digest.is_some()) else {
        request_body::drain(request);
        return Ok(repetition::entry(earlier));
    };
    let mut again = Submission::new(&app.runs, terms);
    let (schema, max_upload) = (&deployed.schema, app.settings.max_upload);
    let form = form_reader::read(request, schema, again.uploads(), max_upload, None).await?;
    Ok(again.repeats(earlier, form)?)
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

/// The terms of a submission: its group, its priority, its idempotency key.
fn terms(
    app: &AppState,
    query: &mut HashMap<String, String>,
    request: &Request,
    caller: Caller,
) -> Result<Terms, ApiError> {
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
    Ok(Terms {
        group_id: query.remove("group_id").filter(|group| !group.is_empty()),
        owner: caller.name,
        priority,
        idempotency_key: key.transpose()?,
        is_strict: is_strict(query)?,
        reporting: Reporting {
            webhook: None,
            link_base: absolute_link::base(&app.settings, request.headers()),
            trace: request
                .extensions()
                .get::<RequestIds>()
                .and_then(|ids| ids.trace),
        },
    })
}

/// Rejects a request that declares itself too large, before anything of it is read.
pub(super) fn ensure_size(request: &Request, max_upload: usize) -> Result<(), ApiError> {
    match request.body().size_hint().lower() > max_upload as u64 {
        true => Err(form_reader::too_large(max_upload)),
        false => Ok(()),
    }
}

/// What a submission may contain besides its files, in bytes.
const BESIDES_FILES: u64 = 64 << 20;

/// The number of fields that take files.
fn file_fields(deployed: &DeployedWorkflow) -> usize {
    let fields = deployed.schema.fields.iter();
    fields.filter(|field| field.kind.accept().is_some()).count()
}

/// Whether a request declares itself larger than the files that its fields take.
fn exceeds(request: &Request, file_fields: usize, limit: UploadLimit) -> bool {
    let allowed = limit.0.saturating_mul(file_fields as u64);
    request.body().size_hint().lower() > allowed.saturating_add(BESIDES_FILES)
}

/// The refusal of a submission that must have a larger file than the limit, or too much text.
fn too_large(file_fields: usize, UploadLimit(limit): UploadLimit) -> ApiError {
    ApiError::TooLarge(match file_fields {
        0 => "the submission is too large: the workflow takes no files, and texts may have 8 MB together; \
             send less"
            .to_owned(),
        count => format!(
            "the submission is too large: the workflow has {count} fields for files, and the engine takes files \
             of at most {limit} bytes; send smaller ones, or start ComfyUI with a larger --max-upload-size"
        ),
    })
}

async fn find(
    app: &Arc<AppState>,
    caller: &Caller,
    id: Option<&str>,
) -> Result<Arc<DeployedWorkflow>, ApiError> {
    let Some(id) = id.filter(|id| !id.is_empty()) else {
        return Err(ApiError::invalid(
            "query",
            "workflow_id",
            "required: enter a workflow ID",
            "missing",
        ));
    };
    let named = WorkflowId::of(id);
    let found = match caller.reaches_workflow(&named.name) {
        true => submission::runnable(&app.runs, &named).await?,
        false => Err(app.catalog.ids().await),
    };
    found.map_err(|mut ids| {
        ids.retain(|id| caller.reaches_workflow(id));
        let advice = advice(id, &ids);
        let msg = format!("there is no workflow “{id}”; {advice}");
        ApiError::invalid("query", "workflow_id", msg, "unknown_workflow")
    })
}

/// What to do about an unknown workflow id, of these deployed ones.
fn advice(id: &str, deployed: &[String]) -> String {
    if deployed.is_empty() {
        return "none is deployed".to_owned();
    }
    let options = deployed.iter().map(|id| (id.to_lowercase(), id.as_str()));
    match most_similar(&id.to_lowercase(), options, LEAST_SIMILARITY).as_slice() {
        [] => "list the workflows to see their IDs".to_owned(),
        similar => format!("similar ones: {}", similar.join(", ")),
    }
}
