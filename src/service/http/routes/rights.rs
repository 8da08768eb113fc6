//! Whether a key may use the operation of a request. A request for none is refused, so that none is forgotten.

use axum::Extension;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::endpoint::{Endpoint, Needs};
use super::endpoints;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::request_body;
use crate::operations::DomainError;

/// Passes a request on only if its key has the right that the operation needs.
pub(super) async fn require(
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map(MatchedPath::as_str).unwrap_or_default();
    let refused = match endpoints::find(request.method(), path) {
        None => Some(ApiError::MethodNotAllowed),
        Some(endpoint) => refusal(endpoint, &caller),
    };
    let Some(error) = refused else {
        return next.run(request).await;
    };
    request_body::drain(request);
    error.into_response()
}

fn refusal(endpoint: &Endpoint, caller: &Caller) -> Option<ApiError> {
    let error = match endpoint.needs {
        _ if caller.run().is_some() && !endpoint.allows_run_tokens => DomainError::OfOneRun,
        _ if caller.workflows().is_some() && endpoint.spans_workflows => DomainError::OtherWorkflow,
        Needs::Right(right) if !caller.may(right) => DomainError::NoRight(right),
        Needs::FirstKey if !caller.is_first() => DomainError::NotFirstKey,
        _ => return None,
    };
    Some(error.into())
}
