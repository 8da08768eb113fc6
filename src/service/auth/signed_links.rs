//! Links to output files that work without the key until they expire: signed for the key that asked for
//! them, and without the key in them. Another key invalidates them.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::url_encode::percent_encoded;

/// The path below which output files are served.
pub(crate) const FILES_PATH: &str = "/api/v1/files";

/// The path below which previews are served.
pub(crate) const PREVIEWS_PATH: &str = "/api/v1/previews";

/// The minimum lifetime of a link, in seconds. Expiry times are rounded to it, so that a link stays
/// the same from one poll to the next.
const LIFETIME: u64 = 3600;

/// Signs links and verifies them.
pub(crate) struct LinkSigner {
    secret: Vec<u8>,
}

impl LinkSigner {
    /// A signer with the deployment's own secret, for the key with this id.
    pub(crate) fn new(secret: &[u8], key_id: &str) -> Self {
        let mac = mac(secret, &format!("links of the key {key_id}"));
        let secret = mac.map(|mac| mac.finalize().into_bytes().to_vec());
        Self {
            secret: secret.unwrap_or_default(),
        }
    }

    /// The signed link to an output file `<run_id>/<name>`.
    pub(crate) fn link(&self, filename: &str) -> String {
        self.signed(FILES_PATH, filename)
    }

    /// The signed link to the preview of a run. Its id has no slash, so the link is good for no file.
    pub(crate) fn preview_link(&self, run_id: &str) -> String {
        self.signed(PREVIEWS_PATH, run_id)
    }

    fn signed(&self, base: &str, filename: &str) -> String {
        let expires = (now() / LIFETIME + 2) * LIFETIME;
        let path: Vec<String> = filename.split('/').map(percent_encoded).collect();
        let signature = self
            .mac(filename, expires)
            .map(|mac| hex::encode(mac.finalize().into_bytes()));
        let signature = signature.unwrap_or_default();
        format!(
            "{base}/{}?expires={expires}&signature={signature}",
            path.join("/")
        )
    }

    /// Whether a link's signature is genuine, belongs to this file and has not expired.
    pub(crate) fn verify(&self, filename: &str, expires: u64, signature: &str) -> bool {
        let Ok(signature) = hex::decode(signature) else {
            return false;
        };
        let genuine = self
            .mac(filename, expires)
            .is_some_and(|mac| mac.verify_slice(&signature).is_ok());
        genuine && expires > now()
    }

    fn mac(&self, filename: &str, expires: u64) -> Option<Hmac<Sha256>> {
        mac(&self.secret, &format!("{filename}\n{expires}"))
    }
}

fn mac(secret: &[u8], text: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
    mac.update(text.as_bytes());
    Some(mac)
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests;
