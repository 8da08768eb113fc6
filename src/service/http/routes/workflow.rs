//! `/api/v1/comfy/workflows/{workflow_id}`: one workflow with its versions; deploys and deletes it, and deploys an
//! earlier version again.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::{Extension, Json};
use serde::Serialize;

use super::endpoint::{Body, Place, at, endpoints};
use super::schemas::workflows::deployment;
use super::schemas::{described, required};
use super::submit::ensure_size;
use super::workflows::{find, listed};
use crate::auth::Caller;
use crate::catalog::{self, DeployedWorkflow, VersionEntry, WorkflowId, deploy};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::{form_reader, request_body};
use api::{Envelope, WorkflowEntry};
use store::Author;

endpoints! {
    "workflow" => detail, at("GET /api/v1/comfy/workflows/{workflow_id}"), Read,
        "Read a workflow and its versions";
    "deployWorkflow" => put, Place::Client(&api::DEPLOY, "workflow_id"), Deploy,
        "Deploy a workflow as its newest version",
        body: Body::Form(deployment);
    "deleteWorkflow" => delete, at("DELETE /api/v1/comfy/workflows/{workflow_id}"), Deploy,
        "Delete a workflow";
    "deployVersion" => deploy_again,
        at("POST /api/v1/comfy/workflows/{workflow_id}/deploy"), Deploy,
        "Deploy an earlier version of a workflow again, as its newest version",
        parameters: || {
            vec![described(required("path", "workflow_id"), "The version, such as `poster@v1`.")]
        };
}

/// A workflow and its versions, from last to first.
#[derive(Debug, Serialize)]
pub(super) struct WorkflowDetail {
    #[serde(flatten)]
    entry: WorkflowEntry,
    versions: Vec<VersionEntry>,
}

/// `GET`: the current version of a workflow, or the one that the id names.
pub(super) async fn detail(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let found = find(&app, &caller, &id).await?;
    let deployed = found.ok_or_else(|| not_found(&id))?;
    app.engines
        .refresh_for_list(std::slice::from_ref(&deployed))
        .await;
    answer(&app, &deployed).await
}

/// `PUT`: deploys a workflow. The answer is that of `GET`.
pub(super) async fn put(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    if !caller.reaches_workflow(&id) {
        request_body::drain(request);
        return Err(ApiError::OtherWorkflow);
    }
    if let Err(error) = ensure_size(&request, app.settings.max_upload) {
        request_body::drain(request);
        return Err(error);
    }
    if let Err(error) = app.retention.ensure_room().await {
        request_body::drain(request);
        return Err(error.into());
    }
    // A change in the folder from before the request is the older version.
    app.catalog.look().await;
    if let Some(why) = catalog::id_problem(&id) {
        request_body::drain(request);
        let msg = format!("a workflow cannot have the ID “{id}”: {why}");
        return Err(ApiError::invalid("path", "workflow_id", msg, "workflow_id"));
    }
    let mut uploads = app.runs.uploads.begin(&uuid::Uuid::new_v4().to_string());
    let (parts, max_upload) = (&deploy::PARTS, app.settings.max_upload);
    let form = form_reader::read(request, parts, &mut uploads, max_upload, None).await?;
    let deployed = deploy::deploy(app.catalog.clone(), id, form, uploads, by).await?;
    answer(&app, &deployed).await
}

/// `POST …/deploy`: deploys the version that the ID names as the newest one. The answer is that of `GET`.
pub(super) async fn deploy_again(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let no_version = || {
        ApiError::NotFound(format!(
            "there is no version “{id}”; name one that the workflow lists, such as “poster@v1”"
        ))
    };
    let WorkflowId { name, version } = WorkflowId::of(&id);
    if !caller.reaches_workflow(&name) {
        return Err(ApiError::OtherWorkflow);
    }
    let number = version.ok_or_else(no_version)?;
    let deployed = app.catalog.deploy_again(&name, number, by).await?;
    let deployed = deployed.ok_or_else(no_version)?;
    answer(&app, &deployed).await
}

/// `DELETE`: none of a workflow's versions can be run any more. Its runs stay.
pub(super) async fn delete(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    if !caller.reaches_workflow(&id) {
        return Err(not_found(&id));
    }
    match app.catalog.delete(&id, by).await? {
        true => Ok(Json(Envelope::success("Workflow deleted successfully"))),
        false => Err(not_found(&id)),
    }
}

async fn answer(
    app: &AppState,
    deployed: &DeployedWorkflow,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let versions = app.catalog.versions(&deployed.entry.id).await?;
    let entry = listed(app, deployed);
    Ok(Json(Envelope::success(WorkflowDetail { entry, versions })))
}

fn not_found(id: &str) -> ApiError {
    ApiError::NotFound(format!(
        "there is no workflow “{id}”; list the workflows to see their IDs"
    ))
}
