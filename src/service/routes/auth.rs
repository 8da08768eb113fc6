//! Requires the API key, before anything of the request's body is read.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::KEY_HEADER;
use crate::service::api_error::ApiError;
use crate::service::app_state::AppState;
use crate::service::request_body;

/// Passes a request on only if it has the key.
pub(super) async fn require_key(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let error = match request.headers().get(KEY_HEADER) {
        None => ApiError::NoKey,
        Some(key) if key.is_empty() => ApiError::NoKey,
        Some(key) if app.api_key.matches(key.as_bytes()) => return next.run(request).await,
        Some(_) => ApiError::WrongKey,
    };
    request_body::drain(request.into_body());
    error.into_response()
}
