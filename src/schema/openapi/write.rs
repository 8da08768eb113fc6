//! Writes the OpenAPI 3.1 document of a deployment.

mod answer;
mod property;

use serde_json::{Map, Value, json};

use super::extension::{EXTENSION, WORKFLOW_ID};
use crate::input_schema::InputSchema;

/// The OpenAPI 3.1 document of a deployment at `base_url` with these workflows (id, name, schema):
/// both operations of the contract, the key's header, and one form per workflow.
/// [`read`](super::read()) returns the same schemas, except for the notation of numbers (`1e3` becomes
/// `1000`).
pub fn document(workflows: &[(String, String, InputSchema)], base_url: &str) -> Value {
    let mut schemas = answer::schemas();
    for (index, (id, name, schema)) in workflows.iter().enumerate() {
        schemas.insert(component(index), form(id, name, schema));
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

/// The component name of a workflow's form, which does not depend on its id.
fn component(index: usize) -> String {
    format!("Workflow{}", index + 1)
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

/// The form of one workflow, or alternatives for several.
fn body(workflows: usize) -> Value {
    let reference = |index| json!({ "$ref": format!("#/components/schemas/{}", component(index)) });
    match workflows {
        0 => json!({ "type": "object", "additionalProperties": true }),
        1 => reference(0),
        _ => json!({ "oneOf": (0..workflows).map(reference).collect::<Vec<_>>() }),
    }
}

/// A workflow's form. It permits additional fields (the contract, section 2.1).
fn form(id: &str, name: &str, schema: &InputSchema) -> Value {
    let properties: Map<String, Value> = schema
        .fields
        .iter()
        .map(|field| (field.name.clone(), property::of(field)))
        .collect();
    // A field that is not visible is not sent.
    let required: Vec<&str> = schema
        .fields
        .iter()
        .filter(|field| field.required && field.visible_if.is_none())
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
