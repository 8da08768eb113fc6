//! The operations of keys.

use serde_json::{Value, json};

use super::{json_body, operation, parameter};
use crate::http::routes::keys::MAX_WORKFLOWS;
use crate::http::routes::{keys, own_key, usage};
use api::{Right, Rights};

/// Adds the operations of keys to a document.
pub(super) fn add(document: &mut Value) {
    let paths = &mut document["paths"];
    paths[keys::PATH] = all();
    paths[keys::KEY_PATH] = json!({
        "parameters": [parameter("path", "name")],
        "patch": changing("editKey", "Change what a key may do", &terms()),
        "delete": operation("revokeKey", "Revoke a key"),
    });
    let regenerate = "Make another key under the same name, which is shown only now";
    paths[keys::REGENERATE_PATH] = json!({
        "parameters": [parameter("path", "name")],
        "post": changing("regenerateKey", regenerate, &grace()),
    });
    paths[own_key::PATH] = json!({ "get": operation("key", "Read what the key in use may do") });
    paths[usage::PATH] = json!({ "get": used() });
    let regenerate = "Make another first key, which is shown only now";
    paths[own_key::REGENERATE_FIRST_PATH] =
        json!({ "post": changing("regenerateFirstKey", regenerate, &grace()) });
}

/// How keys are listed, made, and revoked by any name.
fn all() -> Value {
    let mut new = terms();
    new["required"] = json!(["name"]);
    new["properties"]["name"] =
        json!({ "type": "string", "pattern": "^(?!\\.+$)[A-Za-z0-9._-]{1,64}$" });
    let mut revoke = operation(
        "revokeNamedKey",
        "Revoke a key by a name that no address can end with",
    );
    revoke["parameters"] = json!([parameter("query", "name")]);
    json!({
        "get": operation("keys", "List the named keys"),
        "post": changing("createKey", "Make a key, which is shown only now", &new),
        "delete": revoke,
    })
}

fn changing(id: &str, summary: &str, body: &Value) -> Value {
    let mut changing = operation(id, summary);
    changing["requestBody"] = json_body(body);
    changing
}

/// What a key may do.
fn terms() -> Value {
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
                "maxItems": MAX_WORKFLOWS,
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

/// What keys have used.
fn used() -> Value {
    let summary = "Read how many runs a key has started, and how long they executed";
    let mut used = operation("usage", summary);
    let day = json!({ "type": "string", "format": "date" });
    let choice = |names: &[&str]| json!({ "enum": names, "default": names[0] });
    let parameter =
        |name: &str, schema: Value| json!({ "name": name, "in": "query", "schema": schema });
    used["parameters"] = json!([
        parameter("from", day.clone()),
        parameter("to", day),
        parameter("by", choice(&["key", "workflow", "day"])),
        parameter("format", choice(&["json", "csv"])),
    ]);
    used
}

fn grace() -> Value {
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
