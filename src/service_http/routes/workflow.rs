//! `/api/v1/comfy/workflows/{workflow_id}`: one workflow with its versions; deploys and deletes it, and deploys an
//! earlier version again.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::{Extension, Json};
use serde_json::{Map, Value, json};

use super::endpoint::{Body, Place, at, endpoints};
use super::schemas::{described, required};
use super::submit::ensure_size;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::{form_reader, request_body};
use api::Envelope;
use schema::Field;
use service::auth::Caller;
use service::catalog::deploy::PARTS;
use service::operations::workflows::{
    DEPLOY_WORKFLOWS, Deployment, READ_WORKFLOWS, WorkflowDetail,
};

endpoints! {
    "workflow" => detail, at("GET /api/v1/comfy/workflows/{workflow_id}"), READ_WORKFLOWS,
        "Read a workflow and its versions";
    "deployWorkflow" => put, Place::Client(&api::DEPLOY, "workflow_id"), DEPLOY_WORKFLOWS,
        "Deploy a workflow as its newest version",
        body: Body::Form(form);
    "deleteWorkflow" => delete, at("DELETE /api/v1/comfy/workflows/{workflow_id}"), DEPLOY_WORKFLOWS,
        "Delete a workflow";
    "deployVersion" => deploy_again,
        Place::Client(&api::DEPLOY_VERSION, "workflow_id"), DEPLOY_WORKFLOWS,
        "Deploy an earlier version of a workflow again, as its newest version",
        parameters: || {
            vec![described(required("path", "workflow_id"), "The version, such as `poster@v1`.")]
        };
}

/// `GET`: the current version of a workflow, or the one that the id names.
pub(super) async fn detail(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let detail = app.operations.workflows.describe(&caller, &id).await?;
    Ok(Json(Envelope::success(detail)))
}

/// The form of a workflow to deploy.
fn form() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    let property = |part: &Field| match part.multiple {
        false => file.clone(),
        true => json!({ "type": "array", "items": file, "description": part.help }),
    };
    let parts = PARTS.fields.iter();
    let properties = parts.map(|part| (part.name.clone(), property(part)));
    let properties: Map<String, Value> = properties.collect();
    let required = PARTS.fields.iter().filter(|part| part.required);
    let required: Vec<_> = required.map(|part| &part.name).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

/// `PUT`: deploys a workflow. The answer is that of `GET`.
pub(super) async fn put(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let max_upload = app.settings.max_upload;
    let size = ensure_size(&request, max_upload);
    let mut deployment = match admitted(&app, &caller, &id, size).await {
        Ok(deployment) => deployment,
        Err(error) => {
            request_body::drain(request);
            return Err(error);
        }
    };
    let (parts, uploads) = deployment.form();
    let form = form_reader::read(request, parts, uploads, max_upload, None).await?;
    let detail = deployment.deploy(form).await?;
    Ok(Json(Envelope::success(detail)))
}

async fn admitted(
    app: &AppState,
    caller: &Caller,
    id: &str,
    size: Result<(), ApiError>,
) -> Result<Deployment, ApiError> {
    size?;
    Ok(app.operations.workflows.admit(caller, id).await?)
}

/// `POST …/deploy`: deploys the version that the ID names as the newest one. The answer is that of `GET`.
pub(super) async fn deploy_again(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<WorkflowDetail>>, ApiError> {
    let detail = app.operations.workflows.deploy_again(&caller, &id).await?;
    Ok(Json(Envelope::success(detail)))
}

/// `DELETE`: none of a workflow's versions can be run any more. Its runs stay.
pub(super) async fn delete(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.workflows.delete(&caller, &id).await?;
    Ok(Json(Envelope::success("Workflow deleted successfully")))
}
