//! Requires a valid key, before anything of the request's body is read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::monitoring;
use super::probes::is_probe;
use crate::auth::KeyRefused;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::client_address::client_address;
use crate::http::request_body;
use crate::shares::SHARED_PATH;
use crate::store::Author;
use api::KEY_HEADER;
use http_server::listen::Reserved;

/// Seconds until a caller without a key may find a free connection.
const RETRY_AFTER: u64 = 5;

/// What comes before a key in `Authorization`, in any case.
const BEARER: &[u8] = b"Bearer ";

/// The maximum number of characters of a path in the log.
const LOGGED_PATH: usize = 100;

/// Keeps the last connections for callers with a valid key; all others are answered with 503, and their
/// connection is closed. A browser asks without a key whether it may send one, so that is answered too.
pub(super) async fn keep_reserve(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    // First, because requests on other connections get their key checked only once, by `require_key`.
    if request.extensions().get::<Reserved>().is_none() {
        return next.run(request).await;
    }
    let key = key_of(&request);
    if key.is_some_and(|key| app.auth.keys.caller(key).is_ok()) {
        return next.run(request).await;
    }
    // Not delayed, because the connection is needed.
    if key.is_some() {
        note_wrong_key(&app, &request);
    }
    let mut response = match *request.method() {
        Method::OPTIONS => next.run(request).await,
        // A service without free connections is alive.
        _ if is_probe(request.uri().path()) => next.run(request).await,
        _ => ApiError::Busy(RETRY_AFTER).into_response(),
    };
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    response
}

/// Passes a request on only if it has a valid key, with its [`Caller`] and its [`Author`] as extensions.
pub(super) async fn require_key(
    State(app): State<Arc<AppState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let error = match key_of(&request) {
        None => ApiError::NoKey,
        Some([]) => ApiError::NoKey,
        Some(key) => match app.auth.keys.caller(key) {
            Ok(caller) => {
                let address = client_address(&request, app.settings.trust_proxy);
                let author = Author::caller(&caller.name, address);
                request.extensions_mut().insert(author);
                request.extensions_mut().insert(caller);
                return next.run(request).await;
            }
            Err(KeyRefused::Unknown) => ApiError::WrongKey,
            Err(KeyRefused::Expired) => ApiError::KeyExpired,
            Err(KeyRefused::Regenerated) => ApiError::KeyRegenerated,
        },
    };
    let delay = match error {
        ApiError::WrongKey => note_wrong_key(&app, &request),
        _ => Duration::ZERO,
    };
    request_body::drain(request);
    tokio::time::sleep(delay).await;
    error.into_response()
}

/// The key of a request. Prometheus sends its key in no other header than `Authorization`, which therefore counts for
/// metrics, and for nothing else.
fn key_of(request: &Request) -> Option<&[u8]> {
    let headers = request.headers();
    let bearer = || {
        let is_metrics = request.uri().path() == monitoring::PATH;
        let value = headers.get(header::AUTHORIZATION).filter(|_| is_metrics)?;
        let (scheme, key) = value.as_bytes().split_at_checked(BEARER.len())?;
        scheme
            .eq_ignore_ascii_case(BEARER)
            .then_some(key.trim_ascii())
    };
    let key = headers.get(KEY_HEADER).map(HeaderValue::as_bytes);
    key.or_else(bearer)
}

/// Logs a wrong key, unless there are too many. Returns how long the answer is to be delayed.
fn note_wrong_key(app: &AppState, request: &Request) -> Duration {
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
