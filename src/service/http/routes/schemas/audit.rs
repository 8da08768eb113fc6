//! What selects lines of the audit log in `/openapi.json`.

use serde_json::{Value, json};

use super::{described, optional, text, time};
use crate::operations::audit::AuditAction;

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

/// The name of what was done.
pub(in crate::http::routes) fn action() -> Value {
    json!({ "type": "string", "enum": AuditAction::ALL.map(AuditAction::name) })
}
