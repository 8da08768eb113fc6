//! Schemas, parameters and answers in `/openapi.json`, and what they are made of. Knows no operation.

pub(super) mod audit;
pub(super) mod derived;
pub(super) mod keys;
pub(super) mod queue;
pub(super) mod runs;
pub(super) mod shares;
pub(super) mod submissions;
pub(super) mod webhooks;
pub(super) mod workflows;

use serde_json::{Value, json};

use api::{Priority, RunDetail};

/// A reference to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A parameter of a path or a query that is necessary.
pub(super) fn required(place: &str, name: &str) -> Value {
    json!({ "name": name, "in": place, "required": true, "schema": { "type": "string" } })
}

/// A parameter of a query that may be left out.
pub(super) fn optional(name: &str, schema: Value) -> Value {
    json!({ "name": name, "in": "query", "required": false, "schema": schema })
}

/// The same with its description.
pub(super) fn described(mut value: Value, text: &str) -> Value {
    value["description"] = text.into();
    value
}

pub(super) fn text() -> Value {
    json!({ "type": "string" })
}

pub(super) fn time() -> Value {
    json!({ "type": "string", "format": "date-time" })
}

/// A whole number: the one without a choice, and the largest.
pub(super) fn count((default, most): (u32, u32)) -> Value {
    json!({ "type": "integer", "minimum": 1, "maximum": most, "default": default })
}

pub(super) fn list_of(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

pub(super) fn seconds(what: &str) -> Value {
    json!({ "type": "number", "minimum": 0, "description": format!("{what} In seconds.") })
}

/// The name of a priority.
pub(super) fn priority() -> Value {
    let names = [Priority::Low, Priority::Normal, Priority::High].map(Priority::name);
    json!({ "type": "string", "enum": names })
}

/// An answer without an envelope.
pub(super) fn plain(description: &str, content_type: &str, schema: &Value) -> Value {
    json!({ "200": { "description": description, "content": { content_type: { "schema": schema } } } })
}

/// The schemas that have a name, besides those of the contract.
pub(super) fn named() -> [(&'static str, Value); 4] {
    let nothing = json!({ "type": "array", "items": {}, "maxItems": 0 });
    let answer = json!({
        "type": "object",
        "required": ["status", "data"],
        "properties": {
            "status": text(),
            "data": {},
            "errors": { "type": ["string", "null"] },
            "meta": { "type": ["object", "null"] },
        },
    });
    let mut error = answer.clone();
    error["properties"]["data"] = nothing;
    error["properties"]["errors"]["description"] = "Why the request failed, and what to do.".into();
    [
        ("Answer", answer),
        ("ErrorAnswer", error),
        ("Run", derived::schema::<RunDetail>()),
        ("Workflow", workflows::workflow()),
    ]
}
