//! Refuses what a key does too often, and says in every answer how often it still may.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::auth::{Allowance, Caller, Limited};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::rate_limit_headers::RateLimitState;
use crate::http::request_body;
use api::Rate;

/// What follows the name of a key for its tokens. No name has a space.
const TOKENS: &str = " tokens";

/// Counts a submission of a key with a limit.
pub(super) async fn submissions(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    match caller.limit {
        Some(rate) => limited(&app, &caller, Limited::Submissions, rate, request, next).await,
        None => next.run(request).await,
    }
}

/// Counts a request that submits nothing. The first key has no limit.
pub(super) async fn reads(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    match caller.is_first() {
        false => {
            let rate = app.auth.reads;
            limited(&app, &caller, Limited::Reads, rate, request, next).await
        }
        true => next.run(request).await,
    }
}

async fn limited(
    app: &AppState,
    caller: &Caller,
    what: Limited,
    rate: Rate,
    request: Request,
    next: Next,
) -> Response {
    // Tokens for one run share a limit of their own with all tokens of their key.
    let whose = match caller.run() {
        Some(_) => [caller.name.as_str(), TOKENS].concat(),
        None => caller.name.clone(),
    };
    match app.auth.limits.take(&whose, what, rate) {
        Allowance::Allowed { remaining } => {
            let mut response = next.run(request).await;
            let state = RateLimitState {
                what,
                rate,
                remaining,
                after: None,
            };
            state.add_to(response.headers_mut());
            response
        }
        Allowance::Refused { after } => {
            request_body::drain(request);
            ApiError::TooOften { what, rate, after }.into_response()
        }
    }
}
