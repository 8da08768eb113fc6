//! Keeps web pages of other origins away, as ComfyUI does: an engine has no key. Knows nothing of
//! routes.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, Uri};
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
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let authority = |uri: &str| {
        uri.parse::<Uri>()
            .ok()
            .and_then(|uri| uri.authority().cloned())
    };
    if text("sec-fetch-site") == Some("cross-site") {
        return true;
    }
    let host = text("host").and_then(authority);
    // A name that was made to lead to this machine is a page's way around its own origin.
    if host.as_ref().is_some_and(|host| !is_local(host.host())) {
        return true;
    }
    text("origin").is_some_and(|origin| authority(origin) != host)
}

fn is_local(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok()
}
