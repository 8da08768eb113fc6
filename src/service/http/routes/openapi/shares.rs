//! What the operations of shared results accept and return.

use serde_json::{Value, json};

/// The body that makes a link. It expires after a number of days: without a choice, and at most.
pub(super) fn new_share((default, most): (u32, u32)) -> Value {
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

/// The answer with one link.
pub(super) fn one() -> Value {
    answer(&share())
}

/// The answer with all links of the caller.
pub(super) fn all() -> Value {
    answer(&json!({ "type": "array", "items": share() }))
}

fn answer(data: &Value) -> Value {
    let envelope = json!({ "type": "object", "properties": { "data": data } });
    json!({ "application/json": { "schema": envelope } })
}

fn share() -> Value {
    let text = json!({ "type": "string" });
    let time = json!({ "type": "string", "format": "date-time" });
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
