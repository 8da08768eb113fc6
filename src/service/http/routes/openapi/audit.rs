//! The operation of the audit log.

use serde_json::{Value, json};

use super::operation;
use crate::http::routes::audit;
use store::AuditAction;

/// How the audit log is read.
pub(super) fn path() -> Value {
    let mut list = operation("audit", "Read who has changed what, from last to first");
    list["parameters"] = parameters();
    let data = json!({
        "type": "object",
        "properties": {
            "count": { "type": "integer", "minimum": 0, "description": "The number of lines on all pages." },
            "entries": { "type": "array", "items": entry() },
        },
    });
    let envelope = json!({ "type": "object", "properties": { "data": data } });
    list["responses"]["200"]["content"] = json!({ "application/json": { "schema": envelope } });
    json!({ "get": list })
}

fn parameters() -> Value {
    let parameter = |name: &str, description: &str, schema: Value| {
        json!({
            "name": name, "in": "query", "required": false, "description": description, "schema": schema,
        })
    };
    let time = json!({ "type": "string", "format": "date-time" });
    let (limit, most) = audit::LIMIT;
    json!([
        parameter("since", "The earliest time.", time.clone()),
        parameter("until", "The time before which the lines are.", time),
        parameter(
            "actor",
            "The name of a key, “first key” or “service”.",
            json!({ "type": "string" })
        ),
        parameter("action", "What was done.", action()),
        parameter(
            "limit",
            "The number of lines in the answer.",
            json!({ "type": "integer", "minimum": 1, "maximum": most, "default": limit })
        ),
        parameter(
            "offset",
            "The number of lines to leave out.",
            json!({ "type": "integer", "minimum": 0, "maximum": audit::MAX_OFFSET, "default": 0 })
        ),
    ])
}

fn action() -> Value {
    json!({ "type": "string", "enum": AuditAction::ALL.map(AuditAction::name) })
}

fn entry() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer" },
            "at": { "type": "string", "format": "date-time" },
            "actor": { "type": "string", "description": "The name of the key; “first key”, or “service” for what the service does by itself." },
            "address": { "type": ["string", "null"], "description": "The address of the client; null for the service." },
            "action": action(),
            "subject": { "type": "string", "description": "What was changed: a name, an ID or an address." },
        },
    })
}
