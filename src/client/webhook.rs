//! Verifies the requests of webhooks, in the way of Standard Webhooks, and reads the events that they report. Pure: the
//! caller gives the headers, the body and the time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use json::Json;
use sha2::Sha256;

/// By how many seconds a request may be older or newer than now.
const TOLERANCE: i64 = 300;

/// The depth of nested lists and objects to which an event that is not about a run is read.
const DEPTH: usize = 32;

/// A request as it was received. A header that it lacks is `None`.
#[derive(Clone, Copy, Debug)]
pub struct WebhookRequest<'a> {
    /// The header `webhook-id`.
    pub id: Option<&'a str>,
    /// The header `webhook-timestamp`: seconds since 1970.
    pub timestamp: Option<&'a str>,
    /// The header `webhook-signature`: signatures with their versions, separated by spaces.
    pub signatures: Option<&'a str>,
    /// The body, unchanged.
    pub body: &'a [u8],
}

/// What a request reports.
#[derive(Debug, PartialEq)]
pub struct WebhookEvent {
    /// What happened: `run.completed`.
    pub kind: String,
    /// When it happened, RFC 3339 in UTC.
    pub timestamp: String,
    /// As JSON: the run in the shape of its detail; of any other event, the data as it was sent.
    pub data: String,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WebhookError {
    /// The secret is not one.
    #[error("the secret is not valid: it is “whsec_” followed by base64; copy it again")]
    Secret,
    /// A header is missing or empty.
    #[error(
        "the request has no header {0}; pass the headers of the request, and check that it comes from a webhook"
    )]
    NoHeader(&'static str),
    /// The timestamp is not a number.
    #[error("the header webhook-timestamp is not a number of seconds; refuse the request")]
    Timestamp,
    /// It was sent this many seconds ago.
    #[error(
        "the request was sent {0} seconds ago, more than {TOLERANCE}; refuse it, or correct this computer's clock"
    )]
    Old(i64),
    /// It was sent this many seconds in the future.
    #[error(
        "the request was sent {0} seconds in the future, more than {TOLERANCE}; refuse it, or correct this \
         computer's clock"
    )]
    Future(i64),
    /// No signature was made with this secret for this request.
    #[error(
        "no signature matches; refuse the request, or check the secret and that the body is exactly as received"
    )]
    Signature,
    /// The request is genuine, but its body cannot be read.
    #[error("the body is not an event: {0}; update this package")]
    Body(&'static str),
}

impl WebhookError {
    /// The kind as a code for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Secret => "usage",
            Self::NoHeader(_) => "webhook_headers",
            Self::Timestamp | Self::Old(_) | Self::Future(_) => "webhook_timestamp",
            Self::Signature => "webhook_signature",
            Self::Body(_) => "decode",
        }
    }
}

/// The event that a request reports, if it was signed with this secret at most [`TOLERANCE`] away from `now`, in
/// seconds since 1970.
///
/// # Errors
/// Why the request is not genuine, or cannot be read.
pub fn verify_webhook(
    request: &WebhookRequest<'_>,
    secret: &str,
    now: i64,
) -> Result<WebhookEvent, WebhookError> {
    let encoded = secret.trim_ascii();
    let encoded = encoded.strip_prefix("whsec_").unwrap_or(encoded);
    let key = STANDARD.decode(encoded).unwrap_or_default();
    if key.is_empty() {
        return Err(WebhookError::Secret);
    }
    let id = header(request.id, "webhook-id")?;
    let timestamp = header(request.timestamp, "webhook-timestamp")?;
    let signatures = header(request.signatures, "webhook-signature")?;
    check_age(timestamp, now)?;

    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(|_| WebhookError::Secret)?;
    for piece in [
        id.as_bytes(),
        b".",
        timestamp.as_bytes(),
        b".",
        request.body,
    ] {
        mac.update(piece);
    }
    // Compares in constant time.
    let is_right = |signature: Vec<u8>| mac.clone().verify_slice(&signature).is_ok();
    if !signatures_in(signatures).any(is_right) {
        return Err(WebhookError::Signature);
    }
    event(request.body)
}

fn header<'a>(value: Option<&'a str>, name: &'static str) -> Result<&'a str, WebhookError> {
    let value = value.map(str::trim_ascii).filter(|value| !value.is_empty());
    value.ok_or(WebhookError::NoHeader(name))
}

fn check_age(timestamp: &str, now: i64) -> Result<(), WebhookError> {
    let sent: i64 = timestamp.parse().map_err(|_| WebhookError::Timestamp)?;
    match now.saturating_sub(sent) {
        age if age > TOLERANCE => Err(WebhookError::Old(age)),
        age if age < -TOLERANCE => Err(WebhookError::Future(age.saturating_neg())),
        _ => Ok(()),
    }
}

/// The signatures of version 1. Several headers of this name may have been joined by commas.
fn signatures_in(header: &str) -> impl Iterator<Item = Vec<u8>> {
    let entries = header.split_ascii_whitespace();
    let encoded = entries.filter_map(|entry| entry.strip_prefix("v1,"));
    encoded.filter_map(|signature| STANDARD.decode(signature.trim_end_matches(',')).ok())
}

fn event(body: &[u8]) -> Result<WebhookEvent, WebhookError> {
    let json = Json::read(body, DEPTH).map_err(WebhookError::Body)?;
    let kind = json
        .get("type")
        .to_word()
        .ok_or(WebhookError::Body("it has no type"))?;
    let data = match kind.starts_with("run.") {
        true => api::GET_RUN
            .read_text(body, "")
            .map_err(WebhookError::Body)?,
        false => json.get("data").to_text(),
    };
    Ok(WebhookEvent {
        kind,
        timestamp: json.get("timestamp").to_word().unwrap_or_default(),
        data,
    })
}

#[cfg(test)]
mod tests;
