//! Serves output files by signed links. They need no key, and their headers keep them from acting as
//! a page of this origin.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use blobs::{BlobInfo, BlobName, Blobs};
use serde::Deserialize;

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::blob_answer::blob_answer;
use crate::client_address::client_address;
use service::auth::{SignedLink, network};
use service::outputs::{FoundOutput, Outputs, WIDTHS};
use service::percent_encoded;

/// Seconds until an image may find a place among those that wait to be reduced.
const RETRY_AFTER: u64 = 2;

/// What a link asks for besides the file.
#[derive(Deserialize)]
pub(super) struct Wanted {
    /// The width of a small picture instead of the file.
    width: Option<String>,
}

/// `GET /api/v1/files/{run_id}/{name}?expires=&key=&signature=`; supports ranges. With `&width=` in pixels, a small
/// picture of an image.
pub(super) async fn file(
    State(app): State<Arc<AppState>>,
    Path((run_id, name)): Path<(String, String)>,
    Query(link): Query<SignedLink>,
    Query(wanted): Query<Wanted>,
    request: Request,
) -> Result<Response, ApiError> {
    let filename = format!("{run_id}/{name}");
    if !app.auth.is_valid(&filename, &link) {
        let message = format!(
            "opening “{filename}”: the link is invalid or has expired; get the run again for a new one"
        );
        return Err(ApiError::not_found(message));
    }
    // A signature alone proves nothing to somebody who knows the secret.
    let Some(output) = app.outputs.find(&run_id, &name).await else {
        return Err(ApiError::not_found(format!(
            "there is no output “{filename}”"
        )));
    };
    match wanted.width {
        Some(width) => {
            let caller = network(client_address(&request, app.settings.trust_proxy));
            serve_thumbnail(&app.outputs, output, &name, &width, caller).await
        }
        None => {
            let blob = (&output.name, output.info);
            serve(&*app.outputs.blobs, blob, &name, request).await
        }
    }
}

async fn serve_thumbnail(
    outputs: &Outputs,
    output: FoundOutput,
    name: &str,
    width: &str,
    caller: IpAddr,
) -> Result<Response, ApiError> {
    let width = width.parse().ok().filter(|width| WIDTHS.contains(width));
    let width = width.ok_or_else(|| {
        let (min, max) = (WIDTHS.start(), WIDTHS.end());
        let msg = format!("must be a whole number from {min} to {max}");
        ApiError::invalid("query", "width", msg, "int_parsing")
    })?;
    let image = (&output.name, output.info);
    let made = outputs.thumbnails.get(image, width, caller).await;
    let made = made.map_err(|_| {
        let why = format!(
            "reducing “{name}”: too many images wait for that; try again in {RETRY_AFTER} s"
        );
        ApiError::unavailable(why, RETRY_AFTER)
    })?;
    let Some(thumbnail) = made else {
        let msg = format!("“{name}” is not an image that can be reduced; open it without a width");
        return Err(ApiError::invalid("query", "width", msg, "value_error"));
    };
    let mut response = thumbnail.bytes.into_response();
    let content_type = HeaderValue::from_static(thumbnail.content_type);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type);
    set_headers(headers, name);
    Ok(response)
}

/// Serves a blob under this name; supports ranges.
pub(super) async fn serve(
    blobs: &dyn Blobs,
    blob: (&BlobName, BlobInfo),
    name: &str,
    request: Request,
) -> Result<Response, ApiError> {
    let response = blob_answer(blobs, blob, name, request).await;
    let mut response = response.map_err(ApiError::internal)?;
    set_headers(response.headers_mut(), name);
    Ok(response)
}

/// How browsers must treat an output.
pub(super) fn set_headers(headers: &mut HeaderMap, name: &str) {
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let has_content = !content_type.is_empty();
    let disposition = if is_inline(content_type) {
        "inline"
    } else {
        "attachment"
    };
    if content_type.starts_with("text/plain") {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
    }
    let disposition = format!("{disposition}; filename*=UTF-8''{}", percent_encoded(name));
    // Without content, it would say how to treat a cached answer.
    if has_content && let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("sandbox; default-src 'none'"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=3600"),
    );
}

/// Whether a browser may show it instead of downloading it. An SVG can contain scripts.
fn is_inline(content_type: &str) -> bool {
    match content_type.split('/').next().unwrap_or_default() {
        "image" => !content_type.contains("svg"),
        "video" | "audio" => true,
        _ => content_type.starts_with("text/plain"),
    }
}
