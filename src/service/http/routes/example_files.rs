//! `GET /api/v1/comfy/workflows/{workflow_id}/examples/{path}`: the files of a workflow's examples.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use tower_http::services::ServeFile;

use super::endpoint::{at, endpoints};
use super::output_files::set_headers;
use super::workflows;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use http_server::byte_range;

endpoints! {
    "exampleFile" => file, at("GET /api/v1/comfy/workflows/{workflow_id}/examples/{*path}"), Read,
        "Read a file of an example";
}

/// Serves a file. Only files that an example uses are found.
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path((id, path)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let deployed = workflows::find(&app, &caller, &id).await?;
    let file = deployed.and_then(|deployed| deployed.examples.files.get(&path).cloned());
    let Some(file) = file else {
        let message = format!(
            "opening “{path}”: no example of the workflow “{id}” uses this file; list the workflows again"
        );
        return Err(ApiError::NotFound(message));
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    let file = ServeFile::new(file);
    let response = byte_range::serve(request, |request| file.clone().try_call(request));
    let response = response.await.map_err(ApiError::internal)?;
    let mut response = response.map(Body::new).into_response();
    set_headers(response.headers_mut(), name);
    Ok(response)
}
