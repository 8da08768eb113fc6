//! The answers of both operations (the contract, sections 2.2 to 2.5).

use serde_json::{Map, Value, json};

/// The answers of `POST /api/v1/runs`.
pub(super) fn run() -> Value {
    json!({
        "200": content("The run is accepted.", "RunsAnswer"),
        "422": content("The form does not fit the workflow.", "ValidationError"),
    })
}

/// The operation `GET /api/v1/comfy/queue`.
pub(super) fn queue() -> Value {
    json!({
        "operationId": "get_queue",
        "summary": "Get queue",
        "responses": { "200": content("The queue of every engine instance.", "QueueAnswer") },
    })
}

fn content(description: &str, schema: &str) -> Value {
    let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
    json!({
        "description": description,
        "content": { "application/json": { "schema": reference } },
    })
}

/// The schemas that the answers use.
pub(super) fn schemas() -> Map<String, Value> {
    let run = json!({
        "type": "object",
        "required": ["run_id", "workflow_id"],
        "properties": { "run_id": { "type": "string" }, "workflow_id": { "type": "string" } },
    });
    let entry = json!({
        "type": "object",
        "properties": { "comfy_uri": { "type": "string" }, "queue": { "type": "object" } },
    });
    let schemas = [
        ("RunsAnswer", envelope(&run)),
        ("QueueAnswer", envelope(&entry)),
        ("ValidationError", validation_error()),
    ];
    let named = schemas.map(|(name, schema)| (name.to_owned(), schema));
    named.into_iter().collect()
}

fn envelope(entry: &Value) -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["status", "data"],
        "properties": {
            "status": text,
            "data": { "type": "array", "items": entry },
            "errors": { "anyOf": [text, { "type": "array", "items": text }, { "type": "null" }] },
            "meta": { "type": ["object", "null"] },
        },
    })
}

fn validation_error() -> Value {
    let step = json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }] });
    let item = json!({
        "type": "object",
        "required": ["loc", "msg", "type"],
        "properties": {
            "loc": { "type": "array", "items": step },
            "msg": { "type": "string" },
            "type": { "type": "string" },
        },
    });
    json!({
        "type": "object",
        "properties": { "detail": { "type": "array", "items": item } },
    })
}
