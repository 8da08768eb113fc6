//! The API key: kept as a hash, compared in constant time (the contract, section 5). Knows no HTTP.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The SHA-256 hash of the key.
pub(crate) struct ApiKeyHash([u8; 32]);

impl ApiKeyHash {
    /// The hash of a key.
    pub(crate) fn of(key: &str) -> Self {
        Self(Sha256::digest(key.as_bytes()).into())
    }

    /// A short id of the key, from which nobody can learn the key.
    pub(crate) fn id(&self) -> String {
        hex::encode(&Sha256::digest(self.0)[..8])
    }

    /// Whether a caller's key is this one.
    pub(crate) fn matches(&self, candidate: &[u8]) -> bool {
        let candidate: [u8; 32] = Sha256::digest(candidate).into();
        self.0.ct_eq(&candidate).into()
    }
}
