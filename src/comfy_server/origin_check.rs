//! Rejects requests from web pages of other origins, as ComfyUI does. Knows nothing about routes.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Rejects a request from a page of another origin with status 403.
pub(super) async fn check_origin(request: Request, next: Next) -> Response {
    if is_cross_origin(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

fn is_cross_origin(headers: &HeaderMap) -> bool {
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
    // DNS rebinding: a page resolves its own host name to this machine to pass as the same origin.
    if host.as_ref().is_some_and(|host| !is_local(host.host())) {
        return true;
    }
    text("origin").is_some_and(|origin| authority(origin) != host)
}

fn is_local(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<IpAddr>().is_ok()
}
