//! Webhooks in `/openapi.json`: how they are added and tested, and which deliveries are listed.

use serde_json::{Value, json};

use super::{optional, text};
use crate::operations::webhooks::{DeliveryState, WebhookEvent};

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

/// Where a test goes.
pub(in crate::http::routes) fn new_test() -> Value {
    json!({
        "type": "object",
        "properties": { "url": text(), "id": text() },
        "oneOf": [{ "required": ["url"] }, { "required": ["id"] }],
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

/// The names of events, all without a choice.
pub(in crate::http::routes) fn events() -> Value {
    let all = WebhookEvent::ALL.map(WebhookEvent::name);
    json!({ "type": "array", "minItems": 1, "items": { "enum": all }, "default": all })
}
