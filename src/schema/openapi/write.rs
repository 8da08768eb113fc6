//! Writes the OpenAPI 3.1 document of a deployment.

mod answer;
mod names;
mod property;

pub use names::name;

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::extension::{EXTENSION, WORKFLOW_ID};
use crate::input_schema::InputSchema;

/// The OpenAPI 3.1 document of a deployment at `base_url` with these workflows (id, name, schema):
/// both operations of the contract, the key's header, and one form per workflow.
/// [`read`](super::read()) returns the same schemas, except for the notation of numbers (`1e3` becomes
/// `1000`).
pub fn document(workflows: &[(String, String, InputSchema)], base_url: &str) -> Value {
    let mut schemas = answer::schemas();
    for (id, title, schema) in workflows {
        schemas.insert(form_name(id), form(id, title, schema));
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

/// The name of a workflow's form among the schemas. No other schema ends like this.
pub fn form_name(id: &str) -> String {
    [&name(id), "Inputs"].concat()
}

fn execute(workflows: &[(String, String, InputSchema)]) -> Value {
    let ids: Vec<&str> = workflows.iter().map(|(id, ..)| id.as_str()).collect();
    let id = match ids.is_empty() {
        true => json!({ "type": "string" }),
        false => json!({ "type": "string", "enum": ids }),
    };
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
            "content": { "multipart/form-data": { "schema": body(workflows) } },
        },
        "responses": answer::run(),
    })
}

/// The form of one workflow, or alternatives for several.
fn body(workflows: &[(String, String, InputSchema)]) -> Value {
    let reference = |(id, ..): &(String, String, InputSchema)| json!({ "$ref": format!("#/components/schemas/{}", form_name(id)) });
    match workflows {
        [] => json!({ "type": "object", "additionalProperties": true }),
        [workflow] => reference(workflow),
        several => {
            let forms: Vec<Value> = several.iter().map(reference).collect();
            let files = files(several);
            match files.is_empty() {
                true => json!({ "oneOf": forms }),
                false => json!({ "oneOf": forms, "properties": files }),
            }
        }
    }
}

/// The fields that take a file in each workflow that has them. Postman does not look for files in alternatives.
fn files(workflows: &[(String, String, InputSchema)]) -> Map<String, Value> {
    let fields = || workflows.iter().flat_map(|(.., schema)| &schema.fields);
    let others = fields().filter(|field| field.kind.accept().is_none() || field.multiple);
    let others: HashSet<&str> = others.map(|field| field.name.as_str()).collect();
    let files = fields().filter(|field| !others.contains(field.name.as_str()));
    let file = json!({ "type": "string", "format": "binary" });
    files
        .map(|field| (field.name.clone(), file.clone()))
        .collect()
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
    let outputs = &schema.outputs;
    let extension = (!outputs.is_empty()).then(|| json!({ "outputs": outputs }));
    let members = [
        ("type", Some(json!("object"))),
        (
            "description",
            Some(json!(format!("The inputs of “{title}”."))),
        ),
        (WORKFLOW_ID, Some(json!(id))),
        ("properties", Some(properties.into())),
        ("additionalProperties", Some(json!(true))),
        ("required", (!required.is_empty()).then(|| json!(required))),
        (EXTENSION, extension),
    ];
    let members = members.into_iter();
    members
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
