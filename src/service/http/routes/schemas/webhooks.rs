//! Webhooks and their deliveries in `/openapi.json`.

use serde_json::{Value, json};

use super::{list_of, optional, or_null, text, time};
use store::{DeliveryState, WebhookEvent};

/// The webhooks of a key, and its secret.
pub(in crate::http::routes) fn all() -> Value {
    let secret = or_null(secret_entry());
    json!({
        "type": "object",
        "properties": { "webhooks": list_of(&webhook()), "secret": secret },
    })
}

/// A webhook to add.
pub(in crate::http::routes) fn new() -> Value {
    json!({
        "type": "object",
        "required": ["url"],
        "properties": {
            "url": { "type": "string", "format": "uri", "maxLength": 2000 },
            "events": events(),
        },
    })
}

/// A webhook that was added.
pub(in crate::http::routes) fn added() -> Value {
    let mut added = webhook();
    added["properties"]["secret"] = secret_text("Only if it was made with the webhook.");
    added
}

/// How a secret is made.
pub(in crate::http::routes) fn new_secret() -> Value {
    json!({
        "type": "object",
        "properties": {
            "rotate": { "type": "boolean", "default": false, "description": "Whether it may replace one." },
            "grace": {
                "type": "integer", "minimum": 0, "maximum": 2_592_000, "default": 86400,
                "description": "For how many seconds the earlier one signs, too.",
            },
        },
    })
}

/// A secret that was made.
pub(in crate::http::routes) fn made_secret() -> Value {
    let mut made = secret_entry();
    made["properties"]["secret"] = secret_text("It is not shown again.");
    made
}

/// Where a test goes.
pub(in crate::http::routes) fn new_test() -> Value {
    json!({
        "type": "object",
        "properties": { "url": text(), "id": text() },
        "oneOf": [{ "required": ["url"] }, { "required": ["id"] }],
    })
}

/// What came back from a test.
pub(in crate::http::routes) fn test() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": text(),
            "origin": text(),
            "is_delivered": { "type": "boolean" },
            "status": status(),
            "reason": reason(),
            "seconds": { "type": "number", "minimum": 0 },
        },
    })
}

/// Which deliveries are listed.
pub(in crate::http::routes) fn delivery_parameters(
    page: (u32, u32),
    size: (u32, u32),
) -> Vec<Value> {
    let states = DeliveryState::ALL.map(DeliveryState::name);
    vec![
        optional("state", json!({ "enum": states })),
        optional("page", super::count(page)),
        optional("page_size", super::count(size)),
    ]
}

/// A page of deliveries.
pub(in crate::http::routes) fn deliveries() -> Value {
    json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "description": "The number of deliveries on all pages." },
            "deliveries": list_of(&delivery()),
        },
    })
}

/// How many deliveries are sent again.
pub(in crate::http::routes) fn replayed() -> Value {
    json!({
        "type": "object",
        "properties": { "replayed": { "type": "integer", "minimum": 0 } },
    })
}

fn webhook() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": {
            "id": text,
            "url": text,
            "origin": text,
            "events": events(),
            "created_at": time(),
            "disabled_at": or_null(time()),
            "disabled_reason": reason(),
        },
    })
}

fn delivery() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "string", "description": "The header webhook-id of every attempt." },
            "event": { "enum": WebhookEvent::ALL.map(WebhookEvent::name) },
            "run_id": text,
            "webhook_id": { "type": ["string", "null"], "description": "Null for the webhook_url of a run." },
            "origin": text,
            "state": { "enum": DeliveryState::ALL.map(DeliveryState::name) },
            "attempts": { "type": "integer", "minimum": 0 },
            "status": status(),
            "reason": reason(),
            "created_at": time(),
            "last_attempt_at": or_null(time()),
            "next_attempt_at": or_null(time()),
            "ended_at": or_null(time()),
        },
    })
}

fn events() -> Value {
    let all = WebhookEvent::ALL.map(WebhookEvent::name);
    json!({ "type": "array", "minItems": 1, "items": { "enum": all }, "default": all })
}

fn secret_entry() -> Value {
    let mut until = or_null(time());
    until["description"] = "Until when the earlier secret signs, too.".into();
    json!({
        "type": "object",
        "properties": { "created_at": time(), "earlier_until": until },
    })
}

fn secret_text(description: &str) -> Value {
    json!({ "type": "string", "pattern": "^whsec_", "description": description })
}

fn status() -> Value {
    json!({ "type": ["integer", "null"], "description": "The HTTP status of the last answer." })
}

fn reason() -> Value {
    json!({ "type": ["string", "null"] })
}
