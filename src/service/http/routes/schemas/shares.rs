//! Links to results in `/openapi.json`.

use serde_json::{Value, json};

use super::{text, time};

/// The body that makes a link. It expires after a number of days: without a choice, and at most.
pub(in crate::http::routes) fn new_share((default, most): (u32, u32)) -> Value {
    json!({
        "type": "object",
        "required": ["run_id"],
        "properties": {
            "run_id": { "type": "string", "description": "The ID of a completed run." },
            "days": {
                "type": "integer",
                "minimum": 1,
                "maximum": most,
                "default": default,
                "description": "The days until the link expires.",
            },
        },
    })
}

/// A link.
pub(in crate::http::routes) fn share() -> Value {
    let (text, time) = (text(), time());
    json!({
        "type": "object",
        "properties": {
            "id": text,
            "run_id": text,
            "workflow_id": text,
            "workflow": { "type": "string", "description": "The workflow's name." },
            "url": {
                "type": "string",
                "description": "The link, which works without the key; relative to the base URL if the service does not \
                                know its own address.",
            },
            "created_at": time,
            "expires_at": time,
        },
    })
}
