//! Signatures of deliveries, as Standard Webhooks defines them: HMAC-SHA256 of the id, the time and the body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use store::WebhookSecret;

/// What the text of a secret begins with.
const PREFIX: &str = "whsec_";

/// A secret as its holder sees it.
pub(crate) fn secret_text(secret: &[u8; 32]) -> String {
    format!("{PREFIX}{}", STANDARD.encode(secret))
}

/// The signatures of a message at a time, separated by spaces: that of the secret, and that of the one before while it
/// signs, too.
pub(super) fn signatures(
    secret: &WebhookSecret,
    id: &str,
    now: DateTime<Utc>,
    body: &str,
) -> String {
    let earlier = secret.earlier.filter(|(_, until)| *until > now);
    let secrets = [Some(secret.secret), earlier.map(|(secret, _)| secret)];
    let signatures = secrets.into_iter().flatten();
    let signatures = signatures.map(|secret| signature(&secret, id, now.timestamp(), body));
    signatures.collect::<Vec<_>>().join(" ")
}

fn signature(secret: &[u8], id: &str, timestamp: i64, body: &str) -> String {
    // HMAC takes keys of every length.
    let mac = Hmac::<Sha256>::new_from_slice(secret).map(|mut mac| {
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body.as_bytes());
        STANDARD.encode(mac.finalize().into_bytes())
    });
    format!("v1,{}", mac.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_signature_of_the_standard() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", r#"{"test": 2432232314}"#);
        assert_eq!(
            signature(&secret, id, 1_614_265_330, body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn an_earlier_secret_signs_too_until_its_end() {
        let until = DateTime::from_timestamp(100, 0).unwrap();
        let secret = WebhookSecret {
            secret: [1; 32],
            created_at: until,
            earlier: Some(([2; 32], until)),
        };
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let both = signatures(&secret, "msg_a", at(99), "{}");
        let one = signatures(&secret, "msg_a", at(100), "{}");
        assert_eq!(both.split(' ').count(), 2);
        assert_eq!(one, signature(&[1; 32], "msg_a", 100, "{}"));
        assert_eq!(
            both.split(' ').next_back().unwrap(),
            signature(&[2; 32], "msg_a", 99, "{}")
        );
    }

    #[test]
    fn a_secret_is_shown_in_base64() {
        assert_eq!(
            secret_text(&[0; 32]),
            "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        );
    }
}
