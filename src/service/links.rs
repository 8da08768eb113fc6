//! Links to output files that work without a key for a while: signed, never holding the key.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The path below which output files are served.
pub(crate) const FILES: &str = "/api/v1/files";

/// How long a link works at least, and in what steps its end lies, so that a link stays the same
/// from one poll to the next.
const STEP: u64 = 3600;

/// Signs links and checks them.
pub(crate) struct Signer {
    secret: Vec<u8>,
}

impl Signer {
    /// A signer with the deployment's own secret.
    pub(crate) fn new(secret: Vec<u8>) -> Self {
        Self { secret }
    }

    /// The link to an output file `<run_id>/<name>`.
    pub(crate) fn link(&self, filename: &str) -> String {
        let expires = (now() / STEP + 2) * STEP;
        let path: Vec<String> = filename.split('/').map(percent_encoded).collect();
        let signature = self
            .mac(filename, expires)
            .map(|mac| hex(&mac.finalize().into_bytes()));
        let signature = signature.unwrap_or_default();
        format!(
            "{FILES}/{}?expires={expires}&signature={signature}",
            path.join("/")
        )
    }

    /// Whether a signature is ours, for this file, and not expired.
    pub(crate) fn allows(&self, filename: &str, expires: u64, signature: &str) -> bool {
        let Some(signature) = unhex(signature) else {
            return false;
        };
        let genuine = self
            .mac(filename, expires)
            .is_some_and(|mac| mac.verify_slice(&signature).is_ok());
        genuine && expires > now()
    }

    fn mac(&self, filename: &str, expires: u64) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        mac.update(format!("{filename}\n{expires}").as_bytes());
        Some(mac)
    }
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// Bytes as lower-case hexadecimal text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok());
    pairs.collect()
}

/// A text as one segment of a path, or as a fragment's value: all but unreserved characters
/// encoded.
pub fn percent_encoded(text: &str) -> String {
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut encoded, byte| {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                encoded.push(char::from(byte));
            } else {
                let _ = write!(encoded, "%{byte:02X}");
            }
            encoded
        })
}

#[cfg(test)]
mod tests;
