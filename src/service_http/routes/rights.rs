//! Whether a key may use the operation of a request. A request for none is refused, so that none is forgotten.

use axum::Extension;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::endpoints;
use crate::api_error::ApiError;
use crate::request_body;
use service::auth::Caller;

/// Passes a request on only if its caller has what the operation needs. The use case checks it again.
pub(super) async fn require(
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map(MatchedPath::as_str).unwrap_or_default();
    let error = match endpoints::find(request.method(), path) {
        None => ApiError::MethodNotAllowed,
        Some(endpoint) => match endpoint.needs.ensure(&caller) {
            Ok(()) => return next.run(request).await,
            Err(error) => error.into(),
        },
    };
    request_body::drain(request);
    error.into_response()
}

#[cfg(test)]
mod tests;
