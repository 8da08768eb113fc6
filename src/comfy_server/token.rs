//! The token that every request to an engine must carry in `Authorization: Bearer`: an engine runs
//! whatever it is sent, and every user of the machine can reach a loopback port. Knows nothing about routes.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

/// The secret that callers of an engine must send.
#[derive(Clone)]
pub struct EngineToken(Arc<str>);

impl EngineToken {
    /// A token with this text.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// A random token.
    pub fn random() -> Self {
        Self(hex::encode(rand::random::<[u8; 32]>()).into())
    }

    /// Its text. Do not log it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    fn matches(&self, authorization: &[u8]) -> bool {
        let candidate = authorization.strip_prefix(b"Bearer ").unwrap_or_default();
        self.0.as_bytes().ct_eq(candidate).into()
    }
}

impl fmt::Debug for EngineToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineToken")
    }
}

/// Rejects a request without the token with status 401.
pub(super) async fn check_token(
    State(token): State<EngineToken>,
    request: Request,
    next: Next,
) -> Response {
    let authorization = request.headers().get(header::AUTHORIZATION);
    if authorization.is_some_and(|value| token.matches(value.as_bytes())) {
        return next.run(request).await;
    }
    let challenge = (header::WWW_AUTHENTICATE, "Bearer");
    let message = "the engine's token is missing or wrong; send it in `Authorization: Bearer`";
    (StatusCode::UNAUTHORIZED, [challenge], message).into_response()
}
