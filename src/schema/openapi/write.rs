//! The way back: the OpenAPI 3.1 document of a deployment.

mod answer;
mod property;

use serde_json::{Map, Value, json};

use super::{EXTENSION, WORKFLOW_ID};
use crate::schema::InputSchema;

/// The OpenAPI 3.1 document of a deployment at `base_url` with these workflows (id, name, schema):
/// both operations of the contract, the key's header, and a form for each workflow. What
/// [`super::read`] reads of it are the same schemas, up to how a number is written (`1e3` becomes
/// `1000`).
pub fn document(workflows: &[(String, String, InputSchema)], base_url: &str) -> Value {
    let mut schemas = answer::schemas();
    for (place, (id, name, schema)) in workflows.iter().enumerate() {
        schemas.insert(component(place), form(id, name, schema));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Deployed workflows",
            "description": "Runs of deployed workflows, and the queue of the engine instances.",
            "version": "2.0.0",
        },
        "servers": [{ "url": base_url }],
        "security": [{ "apiKey": [] }],
        "paths": {
            "/api/v1/runs": { "post": execute(workflows) },
            "/api/v1/comfy/queue": { "get": answer::queue() },
        },
        "components": {
            "securitySchemes": {
                "apiKey": { "type": "apiKey", "in": "header", "name": "X-API-KEY" },
            },
            "schemas": schemas,
        },
    })
}

/// The name of a workflow's form among the components, whatever its id is made of.
fn component(place: usize) -> String {
    format!("Workflow{}", place + 1)
}

fn execute(workflows: &[(String, String, InputSchema)]) -> Value {
    let mut id = json!({ "type": "string" });
    if !workflows.is_empty() {
        let ids: Vec<&str> = workflows.iter().map(|(id, ..)| id.as_str()).collect();
        id["enum"] = json!(ids);
    }
    let group = json!({ "type": ["string", "null"] });
    json!({
        "operationId": "execute_workflow_api_v1_runs_post",
        "summary": "Execute a workflow",
        "parameters": [
            { "name": "workflow_id", "in": "query", "required": true, "schema": id },
            { "name": "group_id", "in": "query", "required": false, "schema": group },
        ],
        "requestBody": {
            "required": true,
            "content": { "multipart/form-data": { "schema": body(workflows.len()) } },
        },
        "responses": answer::run(),
    })
}

/// The form of the one workflow, or of one of several.
fn body(workflows: usize) -> Value {
    let reference = |place| json!({ "$ref": format!("#/components/schemas/{}", component(place)) });
    match workflows {
        0 => json!({ "type": "object", "additionalProperties": true }),
        1 => reference(0),
        _ => json!({ "oneOf": (0..workflows).map(reference).collect::<Vec<_>>() }),
    }
}

/// A workflow's form. More fields than its own may be sent (the contract, section 2.1).
fn form(id: &str, name: &str, schema: &InputSchema) -> Value {
    let properties: Map<String, Value> = schema
        .fields
        .iter()
        .map(|field| (field.name.clone(), property::of(field)))
        .collect();
    let required: Vec<&str> = schema
        .fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name.as_str())
        .collect();
    let mut form = json!({
        "type": "object",
        "title": name,
        WORKFLOW_ID: id,
        "properties": properties,
        "additionalProperties": true,
    });
    if !required.is_empty() {
        form["required"] = json!(required);
    }
    if !schema.outputs.is_empty() {
        form[EXTENSION] = json!({ "outputs": schema.outputs });
    }
    form
}
