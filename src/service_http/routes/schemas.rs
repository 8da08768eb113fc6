//! Schemas, parameters and answers in `/openapi.json`, and what they are made of. Knows no operation.

pub(super) mod derived;

use serde_json::{Value, json};

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

pub(super) fn list_of(items: &Value) -> Value {
    json!({ "type": "array", "items": items })
}

/// An answer without an envelope.
pub(super) fn plain(description: &str, content_type: &str, schema: &Value) -> Value {
    json!({ "200": { "description": description, "content": { content_type: { "schema": schema } } } })
}
