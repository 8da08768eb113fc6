//! Tokens for one run. A server with a key makes them for browsers, which follow, read and cancel the run without the
//! key. They are signed, so the store has no list of them, and they end with the key that made them. Knows no HTTP.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How a token begins, so that scanners for secrets find it.
const PREFIX: &str = "flowdeck-run";

/// What a genuine token is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunToken {
    pub(super) run_id: String,
    /// The id that the links of the key are signed for that made it.
    pub(super) link_id: String,
    pub(super) expires_at: DateTime<Utc>,
}

/// Makes tokens and reads them.
pub(crate) struct RunTokens {
    secret: Vec<u8>,
}

impl RunTokens {
    /// The tokens of a deployment with this secret.
    pub(crate) fn new(secret: &[u8]) -> Self {
        Self {
            secret: secret.to_vec(),
        }
    }

    /// A token for a run, made by the key whose links have this id.
    pub(crate) fn token(&self, run_id: &str, link_id: &str, expires_at: DateTime<Utc>) -> String {
        let said = said(run_id, expires_at.timestamp(), link_id);
        let mac = self.mac(&said).map(|mac| mac.finalize().into_bytes());
        format!("{said}.{}", mac.map(hex::encode).unwrap_or_default())
    }

    /// What a token says, whether or not it has expired; `None` if it is not genuine.
    pub(super) fn read(&self, token: &[u8]) -> Option<RunToken> {
        let (said, signature) = std::str::from_utf8(token).ok()?.rsplit_once('.')?;
        let signature = hex::decode(signature).ok()?;
        self.mac(said)?.verify_slice(&signature).ok()?;
        let mut parts = said.split('.').skip(1);
        let (run_id, expires, link_id) = (parts.next()?, parts.next()?, parts.next()?);
        Some(RunToken {
            run_id: run_id.to_owned(),
            link_id: link_id.to_owned(),
            expires_at: DateTime::from_timestamp(expires.parse().ok()?, 0)?,
        })
    }

    fn mac(&self, said: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        // No signature of a link begins like this, so neither can be used as the other.
        mac.update(b"token for one run\n");
        mac.update(said.as_bytes());
        Some(mac)
    }
}

fn said(run_id: &str, expires: i64, link_id: &str) -> String {
    format!("{PREFIX}.{run_id}.{expires}.{link_id}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unchanged_token_of_the_same_deployment_is_genuine() {
        let tokens = RunTokens::new(&[7; 32]);
        let end = DateTime::from_timestamp(2_000_000_000, 0).unwrap();
        let token = tokens.token("3f-2b", "ab12", end);
        assert!(token.starts_with("flowdeck-run.3f-2b.2000000000.ab12."));
        let read = tokens.read(token.as_bytes()).unwrap();
        let expected = RunToken {
            run_id: "3f-2b".to_owned(),
            link_id: "ab12".to_owned(),
            expires_at: end,
        };
        assert_eq!(read, expected);
        let later = token.replace("2000000000", "2000000001");
        let other = token.replace("3f-2b", "3f-2c");
        let shorter = &token[..token.len() - 2];
        for changed in [&*later, &*other, shorter, "", "flowdeck-run....", "a.b"] {
            assert_eq!(tokens.read(changed.as_bytes()), None, "{changed}");
        }
        assert_eq!(RunTokens::new(&[8; 32]).read(token.as_bytes()), None);
    }
}
