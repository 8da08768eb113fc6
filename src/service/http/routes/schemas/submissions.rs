//! The parameters of submissions, which operations share.

use serde_json::{Value, json};

use super::priority;
use api::IDEMPOTENCY_HEADER;

/// The parameter that refuses values for unknown fields.
pub(in crate::http::routes) const STRICT: &str = "strict";

/// The parameter with the address that a single run reports to.
pub(in crate::http::routes) const WEBHOOK_URL: &str = "webhook_url";

/// The parameters of submissions besides the workflow's id, by name, with what each one is.
pub(in crate::http::routes) fn all() -> Value {
    json!({
        "GroupId": {
            "name": "group_id",
            "in": "query",
            "required": false,
            "description": "A text of your own, by which runs are listed and deleted together.",
            "schema": { "type": ["string", "null"] },
        },
        "WebhookUrl": webhook_url(),
        "Priority": {
            "name": "priority",
            "in": "query",
            "required": false,
            "description": "The rank among the waiting runs of the same key.",
            "schema": priority(),
        },
        "Strict": {
            "name": STRICT,
            "in": "query",
            "required": false,
            "description": "Whether values for fields that the workflow does not have are refused with 422. Otherwise \
                            they are saved with the run, and `meta.unknown_fields` names them.",
            "schema": { "type": "boolean" },
        },
        "IdempotencyKey": {
            "name": IDEMPOTENCY_HEADER,
            "in": "header",
            "required": false,
            "description": "A text of the caller's own: within 24 hours, another submission with it and the same \
                            values starts no further run and returns the first one. With other values, it is \
                            refused with 422.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" },
        },
    })
}

/// References to them.
pub(in crate::http::routes) fn references() -> Vec<Value> {
    let names = [
        "GroupId",
        "WebhookUrl",
        "Priority",
        "Strict",
        "IdempotencyKey",
    ];
    names.map(reference).into()
}

/// A reference to one of them.
pub(in crate::http::routes) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/parameters/{name}") })
}

/// The parameter of submissions with the address that a single run reports to.
fn webhook_url() -> Value {
    json!({
        "name": WEBHOOK_URL,
        "in": "query",
        "required": false,
        "description": "An http or https address that is called when the run starts and ends. The key needs a secret.",
        "schema": { "type": "string", "format": "uri", "maxLength": 2000 },
    })
}

/// The form of a workflow that is not known.
pub(in crate::http::routes) fn any_form() -> Value {
    json!({ "type": "object", "additionalProperties": true })
}
