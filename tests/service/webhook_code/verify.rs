use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What the three headers of a call say.
pub struct Headers<'a> {
    pub id: &'a str,
    pub timestamp: &'a str,
    pub signature: &'a str,
}

/// Whether a call is genuine. `body` is as it was received, `now` is in seconds since 1970.
pub fn is_genuine(headers: &Headers<'_>, body: &[u8], secret: &str, now: u64) -> bool {
    let Headers { id, timestamp, signature } = headers;
    let is_recent = timestamp.parse().is_ok_and(|time: u64| time.abs_diff(now) <= 300);
    let key = secret.strip_prefix("whsec_").and_then(|key| STANDARD.decode(key).ok());
    let mac = key.and_then(|key| Hmac::<Sha256>::new_from_slice(&key).ok());
    let Some(mut mac) = mac.filter(|_| is_recent) else {
        return false;
    };
    mac.update(format!("{id}.{timestamp}.").as_bytes());
    mac.update(body);
    signature.split(' ').any(|one| {
        let given = one.strip_prefix("v1,").and_then(|one| STANDARD.decode(one).ok());
        given.is_some_and(|given| mac.clone().verify_slice(&given).is_ok())
    })
}
