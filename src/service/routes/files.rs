//! Output files, by signed links: no key, and nothing in them may act as a page of ours.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tower_http::services::ServeFile;

use crate::service::answer::Refusal;
use crate::service::links::percent_encoded;
use crate::service::shared::Shared;

/// What signs a link.
#[derive(Deserialize)]
pub(super) struct Signed {
    #[serde(default)]
    expires: u64,
    #[serde(default)]
    signature: String,
}

/// `GET /api/v1/files/{run_id}/{name}?expires=&signature=`; answers ranges.
pub(super) async fn file(
    State(shared): State<Arc<Shared>>,
    Path((run_id, name)): Path<(String, String)>,
    Query(signed): Query<Signed>,
    request: Request,
) -> Result<Response, Refusal> {
    let filename = format!("{run_id}/{name}");
    if !shared
        .signer
        .allows(&filename, signed.expires, &signed.signature)
    {
        let message =
            format!("the link to “{filename}” has expired or is not ours; ask for the run again");
        return Err(Refusal::NotFound(message));
    }
    // A signature of ours vouches for the path: we sign only names that we made safe.
    let path = shared.outputs.join(run_id).join(&name);
    let response = ServeFile::new(path)
        .try_call(request)
        .await
        .map_err(Refusal::internal)?;
    let mut response = response.map(Body::new).into_response();
    guard(response.headers_mut(), &name);
    Ok(response)
}

fn guard(headers: &mut HeaderMap, name: &str) {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    let disposition = if may_be_shown(kind) {
        "inline"
    } else {
        "attachment"
    };
    if kind.starts_with("text/plain") {
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
    }
    let disposition = format!("{disposition}; filename*=UTF-8''{}", percent_encoded(name));
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
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

fn may_be_shown(kind: &str) -> bool {
    let family = kind.split('/').next().unwrap_or_default();
    match family {
        "image" => !kind.contains("svg"),
        "video" | "audio" => true,
        _ => kind.starts_with("text/plain"),
    }
}
