//! The tokens in the links to shared results. A token is the id of a share and a signature, so a guess is refused
//! without a look into the store, and the id alone opens nothing. Knows no HTTP.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The length of an id, in bytes.
const ID: usize = 16;

/// The length of a signature in a token, in bytes.
const SIGNATURE: usize = 16;

/// Makes tokens and verifies them.
pub(crate) struct ShareTokens {
    secret: [u8; 32],
    /// Signed along with the shares of the first key, so that another first key ends their links.
    first_key_id: String,
}

impl ShareTokens {
    /// The tokens of a deployment with this secret, whose first key has this id.
    pub(crate) fn new(secret: [u8; 32], first_key_id: String) -> Self {
        Self {
            secret,
            first_key_id,
        }
    }

    /// A new id of a share.
    pub(crate) fn new_id() -> String {
        hex::encode(rand::random::<[u8; ID]>())
    }

    /// The token of a share; `None` if its id is damaged.
    pub(crate) fn token(&self, id: &str, owner: &str) -> Option<String> {
        let id: [u8; ID] = hex::decode(id).ok()?.try_into().ok()?;
        let signature = self.mac(&id, owner.is_empty())?.finalize().into_bytes();
        let token = [&id[..], signature.get(..SIGNATURE)?].concat();
        Some(URL_SAFE_NO_PAD.encode(token))
    }

    /// The id of the share with this token, and whether the first key has made it. `None` if the token is not
    /// genuine.
    pub(crate) fn id(&self, token: &str) -> Option<(String, bool)> {
        let token = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (id, signature) = token.split_at_checked(ID)?;
        if signature.len() != SIGNATURE {
            return None;
        }
        let is_signed = |by_first: bool| {
            let mac = self.mac(id, by_first);
            mac.is_some_and(|mac| mac.verify_truncated_left(signature).is_ok())
        };
        let by_first = [true, false].into_iter().find(|first| is_signed(*first))?;
        Some((hex::encode(id), by_first))
    }

    fn mac(&self, id: &[u8], by_first: bool) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).ok()?;
        mac.update(id);
        if by_first {
            mac.update(self.first_key_id.as_bytes());
        }
        Some(mac)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_leads_to_its_share_and_a_changed_one_nowhere() {
        let tokens = ShareTokens::new([7; 32], "first".to_owned());
        for owner in ["", "ann"] {
            let id = ShareTokens::new_id();
            let token = tokens.token(&id, owner).unwrap();
            assert_eq!(token.len(), 43);
            assert_eq!(tokens.id(&token), Some((id.clone(), owner.is_empty())));
            for position in 0..token.len() - 1 {
                let mut changed = token.clone().into_bytes();
                changed[position] = if changed[position] == b'A' {
                    b'B'
                } else {
                    b'A'
                };
                assert_eq!(tokens.id(std::str::from_utf8(&changed).unwrap()), None);
            }
            for cut in [0, 1, 22, 42] {
                assert_eq!(tokens.id(&token[..cut]), None);
            }
            assert_eq!(tokens.id(&[&token, "AAAA"].concat()), None);
            assert_eq!(tokens.id(&id), None);
        }
    }

    #[test]
    fn another_secret_ends_every_link_and_another_first_key_its_own() {
        let tokens = ShareTokens::new([7; 32], "first".to_owned());
        let other_key = ShareTokens::new([7; 32], "other".to_owned());
        let other_secret = ShareTokens::new([8; 32], "first".to_owned());
        let id = ShareTokens::new_id();
        for (owner, survives) in [("", false), ("ann", true)] {
            let token = tokens.token(&id, owner).unwrap();
            assert_eq!(other_key.id(&token).is_some(), survives);
            assert_eq!(other_secret.id(&token), None);
        }
    }

    #[test]
    fn a_damaged_id_has_no_token() {
        let tokens = ShareTokens::new([7; 32], "first".to_owned());
        for id in ["", "ab", "not hex", &"a".repeat(64)] {
            assert_eq!(tokens.token(id, "ann"), None);
        }
    }
}
