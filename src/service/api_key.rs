//! One API key: kept as a hash, compared in constant time (the contract, section 5). Knows no HTTP.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A new key that nobody can guess.
pub(crate) fn random_key() -> String {
    hex::encode(rand::random::<[u8; 20]>())
}

/// The SHA-256 hash of a key.
pub(crate) struct ApiKeyHash([u8; 32]);

impl ApiKeyHash {
    /// The hash of a key.
    pub(crate) fn of(key: &[u8]) -> Self {
        Self(Sha256::digest(key).into())
    }

    /// The hash itself.
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A short id of the key, from which nobody can learn the key.
    pub(crate) fn id(&self) -> String {
        hex::encode(&Sha256::digest(self.0)[..8])
    }

    /// Whether both are of the same key.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}
