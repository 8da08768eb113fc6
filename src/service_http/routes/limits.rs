//! Counts what a key does before anything of a request's body is read, and says in every answer how often it still may.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::rate_limit_headers::RateLimitState;
use crate::request_body;
use service::auth::{Caller, Limited};

/// Counts a submission.
pub(super) async fn submissions(
    app: State<Arc<AppState>>,
    caller: Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    limited(&app, &caller, Limited::Submissions, request, next).await
}

/// Counts a request that submits nothing.
pub(super) async fn reads(
    app: State<Arc<AppState>>,
    caller: Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    limited(&app, &caller, Limited::Reads, request, next).await
}

async fn limited(
    app: &AppState,
    caller: &Caller,
    what: Limited,
    mut request: Request,
    next: Next,
) -> Response {
    let (caller, allowed) = match app.operations.access.count_ahead(caller, what) {
        Ok(counted) => counted,
        Err(error) => {
            request_body::drain(request);
            return ApiError::from(error).into_response();
        }
    };
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    if let Some(allowed) = allowed {
        RateLimitState::from(allowed).add_to(response.headers_mut());
    }
    response
}
