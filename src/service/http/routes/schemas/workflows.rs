//! Workflows in `/openapi.json`: in lists, and how they are deployed.

use serde_json::{Value, json};

/// A workflow in a list.
pub(in crate::http::routes) fn workflow() -> Value {
    let text_or_null = json!({ "type": ["string", "null"] });
    let problem = json!({
        "type": "object",
        "properties": {
            "message": { "type": "string" },
            "field": { "type": "string", "description": "The field whose default has the problem. A run with another value can work." },
        },
    });
    json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": { "type": "string" },
            "version": { "type": "integer", "minimum": 1 },
            "name": { "type": "string" },
            "description": text_or_null,
            "cover": { "type": "string", "description": "The address of its cover picture, relative to the base URL." },
            "typical_ms": { "type": "integer", "minimum": 0, "description": "How long a run usually takes, in milliseconds." },
            "inputs": { "type": ["string", "null"], "description": "The fields and their types, as JSON text." },
            "outputs": { "type": ["string", "null"], "description": "The outputs and their types, as JSON text." },
            "schema": { "type": "object", "description": "The fields and outputs in full." },
            "problems": { "type": "array", "items": problem, "description": "What keeps it from running." },
            "warnings": { "type": "array", "items": problem, "description": "What keeps only some of its outputs from being produced, so that runs go on without them, and notes on how its file was read." },
            "examples": { "type": "array", "items": { "type": "object" } },
        },
    })
}

/// The files of a workflow to deploy.
pub(in crate::http::routes) fn deployment() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    json!({
        "type": "object",
        "required": ["workflow"],
        "properties": {
            "workflow": file,
            "exposure": file,
            "examples": file,
            "file": {
                "type": "array",
                "items": file,
                "description": "The files that the exposure and the examples name, each under its path in them.",
            },
        },
    })
}
