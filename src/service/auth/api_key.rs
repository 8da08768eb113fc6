//! One API key: kept as a hash, compared in constant time (the contract, section 5). Knows no HTTP.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use api::secret_in;

/// A new key that nobody can guess.
pub(crate) fn random_key() -> String {
    hex::encode(rand::random::<[u8; 20]>())
}

/// A new id that the links of a key are signed for.
pub(crate) fn random_link_id() -> String {
    hex::encode(rand::random::<[u8; 8]>())
}

/// The SHA-256 hash of a key.
pub(crate) struct ApiKeyHash([u8; 32]);

impl ApiKeyHash {
    /// The hash of the key in a header, which may have the quotes of the secret that it came from.
    pub(crate) fn of_header(value: &[u8]) -> Self {
        let text = std::str::from_utf8(value).ok();
        let secret = text.and_then(|text| secret_in(text).ok());
        Self::of(secret.map_or(value, str::as_bytes))
    }

    /// The hash of a key.
    pub(crate) fn of(key: &[u8]) -> Self {
        Self(Sha256::digest(key).into())
    }

    /// A stored hash.
    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_may_send_the_quotes_of_the_secret() {
        let key = ApiKeyHash::of(b"secret");
        for value in ["secret", "\"secret\"", "'secret'"] {
            assert!(
                ApiKeyHash::of_header(value.as_bytes()).equals(&key),
                "{value}"
            );
        }
        for value in [&b"\"secret"[..], b"Secret", b"", b"\xff"] {
            assert!(!ApiKeyHash::of_header(value).equals(&key));
        }
    }
}
