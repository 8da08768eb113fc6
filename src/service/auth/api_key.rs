//! One API key: kept as a hash, compared in constant time (the contract, section 5). Knows no HTTP.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The maximum length of a key, in bytes: HTTP servers limit headers to a few KB.
const MAX_LENGTH: usize = 4096;

/// The key or token in a text, as secrets have it in files and environments: without white space and quotes around
/// it, which a header would not carry or a caller would not send.
///
/// # Errors
/// Why no header can carry it.
pub fn secret_in(text: &str) -> Result<&str, &'static str> {
    let secret = unquoted(text.trim_ascii());
    let is_printable = secret.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    match secret.len() {
        0 => Err("it is empty"),
        1..=MAX_LENGTH if is_printable => Ok(secret),
        1..=MAX_LENGTH => Err("it has characters that a header cannot carry"),
        _ => Err("it is too long for a header"),
    }
}

/// A text without a pair of quotes around it.
fn unquoted(text: &str) -> &str {
    let inner = ['"', '\''].into_iter().find_map(|quote| {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(inner.trim_ascii())
    });
    inner.unwrap_or(text)
}

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
    fn white_space_and_quotes_around_a_secret_are_not_part_of_it() {
        for text in [
            "k 1",
            " k 1",
            "k 1\n",
            "k 1\r\n",
            "\"k 1\"",
            "'k 1'\n",
            "\t\" k 1 \" ",
        ] {
            assert_eq!(secret_in(text), Ok("k 1"), "{text:?}");
        }
        for text in ["\"k", "k\"", "'k\"", "k\"k", "\""] {
            assert_eq!(secret_in(text), Ok(text));
        }
    }

    #[test]
    fn a_secret_that_no_header_can_carry_has_a_reason() {
        for text in ["", " ", "\n", "\"\"", "' '"] {
            assert_eq!(secret_in(text), Err("it is empty"), "{text:?}");
        }
        for text in ["a\nb", "a\tb", "a\0b", "schlüssel", "a\u{a0}"] {
            let why = secret_in(text).unwrap_err();
            assert!(why.contains("a header cannot carry"), "{text:?}");
        }
        assert!(secret_in(&"x".repeat(4096)).is_ok());
        assert!(
            secret_in(&"x".repeat(4097))
                .unwrap_err()
                .contains("too long")
        );
    }

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
