//! Observes every request: gives it its ids, counts it, and logs it where somebody wants that.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use super::UNKNOWN_PATHS;
use crate::app_state::AppState;
use crate::request_ids::{REQUEST_ID, RequestIds};
use service::request_span;

/// Passes a request on with its ids, and counts it.
pub(super) async fn observe(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let operation = operation(&request);
    let ids = RequestIds::of(request.headers());
    let span = request_span(&ids.id, ids.trace);
    request.extensions_mut().insert(ids.clone());
    let answering = async {
        let response = next.run(request).await;
        let (status, time) = (response.status().as_u16(), begun.elapsed());
        tracing::debug!(
            target: "request_log",
            operation,
            status,
            seconds = time.as_secs_f64(),
            "answered a request"
        );
        app.monitoring.requests.count(operation, status, time);
        response
    };
    let mut response = answering.instrument(span).await;
    if let Some(id) = ids.header() {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// The operation as metrics name it: its method and the template of its path. There are only so many, whatever callers
/// send.
fn operation(request: &Request) -> String {
    let path = request.extensions().get::<MatchedPath>();
    match path.map(MatchedPath::as_str) {
        None => "page".to_owned(),
        Some(path) if UNKNOWN_PATHS.contains(&path) => "unknown".to_owned(),
        Some(path) => format!("{} {path}", method(request.method())),
    }
}

/// The name of a method, which callers may invent.
fn method(method: &Method) -> &str {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::PATCH
        | Method::DELETE
        | Method::OPTIONS => method.as_str(),
        _ => "other",
    }
}
