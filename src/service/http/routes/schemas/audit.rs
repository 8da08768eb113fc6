//! The lines of the audit log in `/openapi.json`, and what selects them.

use serde_json::{Value, json};

use super::{described, list_of, optional, text, time};
use store::AuditAction;

/// A page of lines.
pub(in crate::http::routes) fn page() -> Value {
    json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "description": "The number of lines on all pages." },
            "entries": list_of(&entry()),
        },
    })
}

/// The parameters of a list with this number of lines (without a choice, and at most), which may leave out that many.
pub(in crate::http::routes) fn parameters(limit: (u32, u32), most: u32) -> Vec<Value> {
    let offset = json!({ "type": "integer", "minimum": 0, "maximum": most, "default": 0 });
    let about_actor = "The name of a key, “first key” or “service”.";
    vec![
        described(optional("since", time()), "The earliest time."),
        described(
            optional("until", time()),
            "The time before which the lines are.",
        ),
        described(optional("actor", text()), about_actor),
        described(optional("action", action()), "What was done."),
        described(
            optional("limit", super::count(limit)),
            "The number of lines in the answer.",
        ),
        described(
            optional("offset", offset),
            "The number of lines to leave out.",
        ),
    ]
}

fn action() -> Value {
    json!({ "type": "string", "enum": AuditAction::ALL.map(AuditAction::name) })
}

fn entry() -> Value {
    let about_actor =
        "The name of the key; “first key”, or “service” for what the service does by itself.";
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer" },
            "at": time(),
            "actor": described(text(), about_actor),
            "address": { "type": ["string", "null"], "description": "The address of the client; null for the service." },
            "action": action(),
            "subject": described(text(), "What was changed: a name, an ID or an address."),
        },
    })
}
