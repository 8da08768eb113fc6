//! `POST /api/v1/runs`: starts a run (the contract, section 4.1). `POST …/workflows/{workflow_id}/runs`: the same for
//! one workflow.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{Path, Query, Request, State};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::endpoint::{Answer, Body, Place, at, client, endpoints};
use super::schemas::{reference, required};
use super::submission_parameters::{self, new_run};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::{form_reader, request_body};
use api::{Envelope, RunEntry};
use schema::{MAX_UNKNOWN_FIELDS, UnknownField};
use service::auth::Caller;
use service::operations::submissions::{Admission, NewRun, SUBMIT_RUN, Started};

endpoints! {
    "execute_workflow_api_v1_runs_post" => submit, client(&api::RUN), SUBMIT_RUN,
        "Run a workflow by its ID",
        parameters: || [vec![required("query", "workflow_id")], submission_parameters::references()].concat(),
        body: Body::Form(any_form), answer: Answer::Responses(|| accepted_answer("poster"));
    "runWorkflow" => submit_to, OF_WORKFLOW, SUBMIT_RUN, "Run a workflow",
        parameters: submission_parameters::references, body: Body::Form(any_form);
}

/// The place of the operation that `/openapi.json` describes for each workflow, with its fields.
pub(super) const OF_WORKFLOW: Place = at("POST /api/v1/comfy/workflows/{workflow_id}/runs");

/// The id of a run in examples.
const EXAMPLE_RUN: &str = "3f2b8c1e-5a94-4a0e-9d0b-6c1f7e2d8a35";

/// The answer to an accepted submission.
pub(super) type Accepted = Envelope<Vec<RunEntry>, AcceptedRemarks>;

/// What there is to say of an accepted submission besides its run.
#[derive(Debug, JsonSchema, Serialize)]
pub(super) struct AcceptedRemarks {
    /// The values for fields that the workflow does not have, if there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_UNKNOWN_FIELDS))]
    unknown_fields: Vec<UnknownField>,
}

/// The form of a workflow that is not known.
fn any_form() -> Value {
    json!({ "type": "object", "additionalProperties": true })
}

/// The description of the answer, with a run of this workflow as an example.
pub(super) fn accepted_answer(workflow_id: &str) -> Value {
    let entry = RunEntry {
        run_id: EXAMPLE_RUN.to_owned(),
        workflow_id: workflow_id.to_owned(),
        version: Some(1),
    };
    let example = json!(Envelope::success([entry]));
    json!({ "200": {
        "description": "The run is accepted.",
        "content": { "application/json": { "schema": reference("RunsAnswer"), "example": example } },
    } })
}

/// Starts a run of the workflow in the path. It has an address of its own so that a document can describe its fields,
/// and generated clients have a function for it.
pub(super) async fn submit_to(
    app: State<Arc<AppState>>,
    caller: Extension<Caller>,
    Path(id): Path<String>,
    Query(mut query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Accepted>, ApiError> {
    query.insert("workflow_id".to_owned(), id);
    submit(app, caller, Query(query), request).await
}

/// Starts a run.
pub(super) async fn submit(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(mut query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Accepted>, ApiError> {
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
pub(super) fn accepted(started: Started) -> Accepted {
    let unknown_fields = started.unknown_fields;
    let has_remarks = !unknown_fields.is_empty();
    let remarks = has_remarks.then_some(AcceptedRemarks { unknown_fields });
    Envelope::with_meta(vec![started.entry], remarks)
}

/// Rejects a request that declares itself too large, before anything of it is read.
pub(super) fn ensure_size(request: &Request, max_upload: usize) -> Result<(), ApiError> {
    match request.body().size_hint().lower() > max_upload as u64 {
        true => Err(form_reader::too_large(max_upload)),
        false => Ok(()),
    }
}
