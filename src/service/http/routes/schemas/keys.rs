//! Keys in `/openapi.json`: their rights, limits and use.

use serde_json::{Value, json};

use super::optional;
use api::{Right, Rights};

/// What a key may do.
pub(in crate::http::routes) fn terms(most_workflows: usize) -> Value {
    let usual: Vec<&str> = Rights::usual().iter().map(Right::name).collect();
    let rights = Right::ALL.map(Right::name);
    let count = json!({ "type": ["integer", "null"], "minimum": 1 });
    json!({
        "type": "object",
        "properties": {
            "may": { "type": "array", "items": { "enum": rights }, "default": usual },
            "workflows": {
                "type": ["array", "null"],
                "items": { "type": "string" },
                "minItems": 1,
                "maxItems": most_workflows,
                "description": "The IDs of the only workflows that it sees and runs; null for all.",
            },
            "share": { "type": "number", "exclusiveMinimum": 0, "default": 1 },
            "limit": {
                "type": ["string", "null"],
                "pattern": "^[0-9]+/(s|min|h|day)$",
                "description": "How often it may submit a run.",
            },
            "concurrent": count,
            "per_day": count,
            "expires_at": { "type": ["string", "null"], "format": "date-time" },
        },
    })
}

/// A new key.
pub(in crate::http::routes) fn new_key(most_workflows: usize) -> Value {
    let mut new = terms(most_workflows);
    new["required"] = json!(["name"]);
    new["properties"]["name"] =
        json!({ "type": "string", "pattern": "^(?!\\.+$)[A-Za-z0-9._-]{1,64}$" });
    new
}

/// Which use is counted.
pub(in crate::http::routes) fn usage_parameters() -> Vec<Value> {
    let day = json!({ "type": "string", "format": "date" });
    let choice = |names: &[&str]| json!({ "enum": names, "default": names[0] });
    vec![
        optional("from", day.clone()),
        optional("to", day),
        optional("by", choice(&["key", "workflow", "day"])),
        optional("format", choice(&["json", "csv"])),
    ]
}

/// For how long the key of before stays valid.
pub(in crate::http::routes) fn grace() -> Value {
    json!({
        "type": "object",
        "properties": {
            "grace": {
                "type": "integer",
                "minimum": 0,
                "default": 0,
                "description": "For how many seconds the key of before stays valid.",
            },
        },
    })
}
