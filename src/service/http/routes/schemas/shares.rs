//! Links to results in `/openapi.json`.

use serde_json::{Value, json};

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
