//! Requires a valid key, before anything of the request's body is read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::identity::Identity;
use super::monitoring;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use crate::client_address::client_address;
use crate::request_body;
use api::KEY_HEADER;
use service::auth::KeyRefused;
use service::shares::SHARED_PATH;

/// The maximum number of characters of a path in the log.
const LOGGED_PATH: usize = 100;

/// Passes a request on only if it has a valid key, with its [`Caller`] as an extension.
pub(super) async fn require_key(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(name) = repeated(&request) {
        request_body::drain(request);
        return ApiError::RepeatedHeader(name).into_response();
    }
    let identity = request.extensions_mut().remove::<Identity>();
    let error = match identity.and_then(|Identity(caller)| caller) {
        None => ApiError::NoKey,
        Some(Ok(caller)) => {
            request.extensions_mut().insert(caller);
            return next.run(request).await;
        }
        Some(Err(KeyRefused::Unknown)) => ApiError::WrongKey,
        Some(Err(KeyRefused::Expired)) => ApiError::KeyExpired,
        Some(Err(KeyRefused::Regenerated)) => ApiError::KeyRegenerated,
        Some(Err(KeyRefused::TokenExpired)) => ApiError::TokenExpired,
    };
    let delay = match error {
        ApiError::WrongKey => note_wrong_key(&app, &request),
        _ => Duration::ZERO,
    };
    request_body::drain(request);
    tokio::time::sleep(delay).await;
    error.into_response()
}

/// The header with a key that a request has more than once: a proxy may take another one than the service.
fn repeated(request: &Request) -> Option<&'static str> {
    let is_repeated = |name: &str| request.headers().get_all(name).iter().nth(1).is_some();
    let is_metrics = request.uri().path() == monitoring::PATH;
    match is_repeated(KEY_HEADER) {
        true => Some(KEY_HEADER),
        false => (is_metrics && is_repeated("authorization")).then_some("Authorization"),
    }
}

/// Logs a wrong key, unless there are too many. Returns how long the answer is to be delayed.
pub(super) fn note_wrong_key(app: &AppState, request: &Request) -> Duration {
    let address = client_address(request, app.settings.trust_proxy);
    let rejection = app.auth.rejected_keys.note(address, Instant::now());
    let path = logged_path(request.uri().path());
    match rejection.to_log {
        None => {}
        Some(1) => tracing::warn!("wrong key from {address} for {path:?}"),
        Some(count) => tracing::warn!("{count} wrong keys from {address}, the last for {path:?}"),
    }
    rejection.delay
}

/// A path as the log shows it: not too long, and without the token in the link to a shared result.
fn logged_path(path: &str) -> String {
    match path.contains(SHARED_PATH) {
        true => format!("{SHARED_PATH}/…"),
        false => path.chars().take(LOGGED_PATH).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::logged_path;

    #[test]
    fn the_log_has_no_token_and_no_long_path() {
        assert_eq!(logged_path("/shared/to-ken/files/a.png"), "/shared/…");
        assert_eq!(logged_path("/flow/shared/to-ken"), "/shared/…");
        assert_eq!(logged_path("/api/v1/runs"), "/api/v1/runs");
        assert_eq!(logged_path(&"/a".repeat(500)).len(), 100);
    }
}
