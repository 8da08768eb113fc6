//! `GET /api/v1/comfy/workflows/{workflow_id}/examples/{path}`: the files of a workflow's examples.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::response::Response;

use super::endpoint::{at, endpoints};
use super::output_files::serve;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use service::auth::Caller;
use service::operations::workflows::READ_WORKFLOWS;

endpoints! {
    "exampleFile" => file, at("GET /api/v1/comfy/workflows/{workflow_id}/examples/{*path}"), READ_WORKFLOWS,
        "Read a file of an example";
}

/// Serves a file. Only files that an example uses are found.
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path((id, path)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let deployed = app.operations.workflows.find(&caller, &id).await?;
    let file = deployed.as_ref();
    let file = file.and_then(|deployed| deployed.examples.files.get(&path)?.kept());
    let info = match file {
        Some((blobs, name)) => blobs.info(name).await.map_err(ApiError::internal)?,
        None => None,
    };
    let Some(((blobs, blob), info)) = file.zip(info) else {
        let message = format!(
            "opening “{path}”: no example of the workflow “{id}” uses this file; list the workflows again"
        );
        return Err(ApiError::not_found(message));
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    serve(blobs, (blob, info), name, request).await
}
