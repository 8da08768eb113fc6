//! Writes the OpenAPI 3.1 document of a deployment.

mod answer;
mod names;
mod property;

pub use names::names;

use serde_json::{Map, Value, json};

use super::extension::{EXTENSION, WORKFLOW_ID};
use crate::input_schema::InputSchema;

/// The OpenAPI 3.1 document of a deployment at `base_url` with these workflows (id, name, schema):
/// both operations of the contract, the key's header, and one form per workflow.
/// [`read`](super::read()) returns the same schemas, except for the notation of numbers (`1e3` becomes
/// `1000`).
pub fn document(workflows: &[(String, String, InputSchema)], base_url: &str) -> Value {
    let mut schemas = answer::schemas();
    let names = names(workflows.iter().map(|(id, ..)| id.as_str()));
    for ((id, title, schema), name) in workflows.iter().zip(&names) {
        schemas.insert(form_name(name), form(id, title, schema));
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
            "/api/v1/runs": { "post": execute(workflows, &names) },
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

/// The name of the form of a workflow with this name among the schemas. No other schema ends like this.
pub fn form_name(name: &str) -> String {
    [name, "Inputs"].concat()
}

fn execute(workflows: &[(String, String, InputSchema)], names: &[String]) -> Value {
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
            "content": { "multipart/form-data": { "schema": body(names) } },
        },
        "responses": answer::run(),
    })
}

/// The form of one workflow, or alternatives for several.
fn body(names: &[String]) -> Value {
    let reference =
        |name: &String| json!({ "$ref": format!("#/components/schemas/{}", form_name(name)) });
    match names {
        [] => json!({ "type": "object", "additionalProperties": true }),
        [name] => reference(name),
        names => json!({ "oneOf": names.iter().map(reference).collect::<Vec<_>>() }),
    }
}

/// A workflow's form. It permits additional fields (the contract, section 2.1). It has no title, since generators
/// would name its class after it, and titles are not unique.
fn form(id: &str, title: &str, schema: &InputSchema) -> Value {
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
        "description": format!("The inputs of “{title}”."),
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
