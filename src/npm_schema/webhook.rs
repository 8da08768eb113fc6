//! Exports the verification of webhooks.

use js_sys::JSON;
use wasm_bindgen::prelude::*;

use client::webhook::{WebhookError, WebhookRequest, verify_webhook as verify};
use json::write_text;

/// The event `{type, timestamp, data}` that a request reports. `now` is in milliseconds since 1970.
///
/// # Errors
/// `{code, message}` if the request is not genuine, or is not an event.
#[wasm_bindgen(js_name = verifyWebhook)]
pub fn verify_webhook(
    id: Option<String>,
    timestamp: Option<String>,
    signatures: Option<String>,
    body: &[u8],
    secret: &str,
    now: f64,
) -> Result<JsValue, JsValue> {
    let request = WebhookRequest {
        id: id.as_deref(),
        timestamp: timestamp.as_deref(),
        signatures: signatures.as_deref(),
        body,
    };
    let event = verify(&request, secret, (now / 1000.0) as i64).map_err(refused)?;
    let mut json = String::new();
    for (name, text) in [
        ("{\"type\":", &event.kind),
        (",\"timestamp\":", &event.timestamp),
    ] {
        json.push_str(name);
        write_text(text, &mut json);
    }
    JSON::parse(&[&*json, ",\"data\":", &event.data, "}"].concat())
}

fn refused(error: WebhookError) -> JsValue {
    let message = format!("verifying a webhook: {error}");
    let mut json = "{\"code\":".to_owned();
    write_text(error.code(), &mut json);
    json.push_str(",\"message\":");
    write_text(&message, &mut json);
    json.push('}');
    JSON::parse(&json).unwrap_or_default()
}
