//! The key: kept as a hash, compared in constant time (the contract, section 5).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::answer::{Refusal, discard};
use super::shared::Shared;
use crate::api::KEY_HEADER;

/// The SHA-256 hash of the key.
pub(crate) struct KeyHash([u8; 32]);

impl KeyHash {
    /// The hash of a key.
    pub(crate) fn of(key: &str) -> Self {
        Self(Sha256::digest(key.as_bytes()).into())
    }

    fn matches(&self, given: &[u8]) -> bool {
        let given: [u8; 32] = Sha256::digest(given).into();
        self.0.ct_eq(&given).into()
    }
}

/// Lets a request through only with the key, before any of its body is read.
pub(crate) async fn require_key(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let refusal = match request.headers().get(KEY_HEADER) {
        None => Refusal::NoKey,
        Some(given) if given.is_empty() => Refusal::NoKey,
        Some(given) if shared.key.matches(given.as_bytes()) => return next.run(request).await,
        Some(_) => Refusal::WrongKey,
    };
    discard(request.into_body());
    refusal.into_response()
}
