//! Links to output files that work without the key until they expire: signed for the owner of the run, and without
//! the key in them. They stay valid when the key is regenerated.

use std::time::{SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;

use crate::url_encode::percent_encoded;

/// The path below which output files are served.
pub const FILES_PATH: &str = "/api/v1/files";

/// The path below which previews are served.
pub const PREVIEWS_PATH: &str = "/api/v1/previews";

/// The minimum lifetime of a link, in seconds. Expiry times are rounded to it, so that a link stays
/// the same from one poll to the next.
const LIFETIME: u64 = 3600;

/// The query of a signed link.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct SignedLink {
    #[serde(default)]
    pub(crate) expires: u64,
    /// The id that the links of the run's owner are signed for.
    #[serde(default)]
    pub(crate) key: String,
    #[serde(default)]
    pub(crate) signature: String,
}

/// Signs links and verifies them.
pub struct LinkSigner {
    secret: Vec<u8>,
}

impl LinkSigner {
    /// A signer with the deployment's own secret.
    pub(crate) fn new(secret: &[u8]) -> Self {
        Self {
            secret: secret.to_vec(),
        }
    }

    /// The signed link to an output file `<run_id>/<name>`, for the owner whose links have this id.
    pub(crate) fn link(&self, filename: &str, link_id: &str) -> String {
        self.signed(FILES_PATH, filename, link_id, LIFETIME)
    }

    /// The same, valid for this long, in seconds, at least.
    pub(crate) fn lasting_link(&self, filename: &str, link_id: &str, seconds: u64) -> String {
        self.signed(FILES_PATH, filename, link_id, seconds)
    }

    /// The signed link to the preview of a run. Its id has no slash, so the link is good for no file.
    pub(crate) fn preview_link(&self, run_id: &str, link_id: &str) -> String {
        self.signed(PREVIEWS_PATH, run_id, link_id, LIFETIME)
    }

    fn signed(&self, base: &str, filename: &str, link_id: &str, seconds: u64) -> String {
        let expires = (now() / LIFETIME + 1) * LIFETIME + seconds;
        let path: Vec<String> = filename.split('/').map(percent_encoded).collect();
        let signature = self
            .mac(filename, expires, link_id)
            .map(|mac| hex::encode(mac.finalize().into_bytes()));
        let signature = signature.unwrap_or_default();
        format!(
            "{base}/{}?expires={expires}&key={link_id}&signature={signature}",
            path.join("/")
        )
    }

    /// Whether a link's signature is genuine, belongs to this file and to this id, and has not expired.
    pub(crate) fn verify(&self, filename: &str, link: &SignedLink) -> bool {
        let Ok(signature) = hex::decode(&link.signature) else {
            return false;
        };
        let genuine = self
            .mac(filename, link.expires, &link.key)
            .is_some_and(|mac| mac.verify_slice(&signature).is_ok());
        genuine && link.expires > now()
    }

    fn mac(&self, filename: &str, expires: u64, link_id: &str) -> Option<Hmac<Sha256>> {
        let secret = mac(&self.secret, &format!("links of the key {link_id}"))?;
        let secret = secret.finalize().into_bytes();
        mac(&secret, &format!("{filename}\n{expires}"))
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
