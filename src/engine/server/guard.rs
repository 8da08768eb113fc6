//! Keeps web pages of other origins away, as ComfyUI does: an engine has no key. Knows nothing of
//! routes.

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Answers 403 to what a page of another origin sends.
pub(super) async fn same_origin(request: Request, next: Next) -> Response {
    if foreign(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

fn foreign(headers: &HeaderMap) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|value: &header::HeaderValue| value.to_str().ok())
    };
    if text(header::HeaderName::from_static("sec-fetch-site")) == Some("cross-site") {
        return true;
    }
    let Some(origin) = text(header::ORIGIN) else {
        return false;
    };
    let authority = origin
        .parse::<Uri>()
        .ok()
        .and_then(|uri| uri.authority().map(ToString::to_string));
    authority.as_deref() != text(header::HOST)
}
