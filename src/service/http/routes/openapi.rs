//! `GET /openapi.json`: the deployment's operations, with the form of every runnable workflow.

mod answers;
mod audit;
mod events;
mod keys;
mod removal;
mod shares;
mod webhooks;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::{audit as audit_route, engines, large_answer, shares as share_routes, workflow};
use crate::catalog::DeployedWorkflow;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::http::http_settings::HttpSettings;
use api::{self, Operation};
use schema::openapi;

/// The route of an example's file, with the placeholders of OpenAPI.
const EXAMPLE_FILE_PATH: &str = "/api/v1/comfy/workflows/{workflow_id}/examples/{path}";

/// The operations beyond the contract's two.
static FURTHER_OPERATIONS: [&Operation; 14] = [
    &api::OPENAPI,
    &api::HEALTH,
    &api::MONITORING,
    &api::WORKFLOWS,
    &api::OBJECT_INFO,
    &api::RUNS,
    &api::GET_RUN,
    &api::RUN_EVENTS,
    &api::EVENTS,
    &api::OUTPUT,
    &api::DELETE_RUNS,
    &api::DELETE_RUN,
    &api::CANCEL,
    &api::REGENERATE,
];

/// The document. Without a public address, its server address `/` is relative to where it was loaded from.
pub(super) async fn document(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    let all = app.catalog.all().await;
    large_answer::json(move || of_workflows(&app.settings, &all)).await
}

fn of_workflows(settings: &HttpSettings, all: &[Arc<DeployedWorkflow>]) -> Value {
    let runnable = all
        .iter()
        .filter(|deployed| deployed.entry.problems.is_empty());
    let workflows: Vec<_> = runnable
        .map(|deployed| {
            let entry = &deployed.entry;
            (
                entry.id.clone(),
                entry.name.clone(),
                deployed.schema.clone(),
            )
        })
        .collect();
    let mut document = openapi::document(&workflows, settings.public_url.as_deref().unwrap_or("/"));
    extend_contract(&mut document);
    for operation in FURTHER_OPERATIONS {
        let path = operation.path_template();
        let method = operation.method.to_lowercase();
        document["paths"][path][method] = describe(operation);
    }
    document["paths"][api::RUNS.path_template()]["get"]["parameters"] = answers::page_parameters();
    document["paths"][api::MONITORING.path_template()]["get"]["parameters"] =
        answers::monitoring_parameters();
    removal::describe(&mut document);
    events::describe(&mut document);
    let health = &mut document["paths"][api::HEALTH.path_template()]["get"];
    health["responses"]["200"]["content"] = answers::health();
    document["paths"][workflow::PATH] = workflow_operations();
    document["paths"][engines::PATH] = engine_operations();
    document["paths"][engines::DRAIN_PATH] = drain_operation();
    document["paths"][audit_route::PATH] = audit::path();
    keys::add(&mut document);
    webhooks::add(&mut document);
    document["paths"][EXAMPLE_FILE_PATH] = json!({
        "parameters": [parameter("path", "workflow_id"), parameter("path", "path")],
        "get": operation("exampleFile", "reading a file of an example"),
    });
    document["paths"][share_routes::PATH] = share_operations();
    document["paths"][share_routes::SHARE_PATH] = json!({
        "parameters": [parameter("path", "id")],
        "delete": operation("revokeShare", "revoking a link to a result"),
    });
    keys::state_rights(&mut document);
    document
}

/// Adds to the contract's two operations what this service has beyond it.
fn extend_contract(document: &mut Value) {
    let run = &mut document["paths"][api::RUN.path_template()]["post"];
    if let Some(parameters) = run["parameters"].as_array_mut() {
        parameters.extend(answers::run_parameters());
    }
    document["components"]["schemas"]["QueueAnswer"]["properties"]["meta"] = answers::queue_meta();
}

fn operation(id: &str, summary: &str) -> Value {
    json!({ "operationId": id, "summary": summary, "responses": { "200": envelope() } })
}

/// The operations of one workflow: how it is shown, deployed and deleted.
fn workflow_operations() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    let parts = json!({
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
    });
    let mut deploy = operation(
        "deployWorkflow",
        "deploying a workflow as its newest version",
    );
    deploy["requestBody"] =
        json!({ "required": true, "content": { "multipart/form-data": { "schema": parts } } });
    json!({
        "parameters": [parameter("path", "workflow_id")],
        "get": operation("workflow", "reading a workflow and its versions"),
        "put": deploy,
        "delete": operation("deleteWorkflow", "deleting a workflow"),
    })
}

/// The operations of the engine instances: how they are listed, added and removed.
fn engine_operations() -> Value {
    let mut new = engine_address();
    new["properties"]["labels"] = json!({
        "type": "array",
        "maxItems": 16,
        "items": { "type": "string", "minLength": 1, "maxLength": 64 },
    });
    new["properties"]["depth"] = json!({ "type": "integer", "minimum": 1, "maximum": 1000 });
    let mut add = operation(
        "addEngine",
        "adding an engine instance, or letting one take runs again",
    );
    add["requestBody"] = json_body(&new);
    let mut remove = operation("removeEngine", "removing an engine instance");
    remove["parameters"] = json!([parameter("query", "comfy_uri")]);
    json!({
        "get": operation("engines", "listing the engine instances"),
        "post": add,
        "delete": remove,
    })
}

fn drain_operation() -> Value {
    let summary = "letting an engine instance finish its runs and giving it no further ones";
    let mut drain = operation("drainEngine", summary);
    drain["requestBody"] = json_body(&engine_address());
    json!({ "post": drain })
}

/// The operations of links to results: how they are listed and made.
fn share_operations() -> Value {
    let mut list = operation("shares", "listing the caller's links to results");
    list["responses"]["200"]["content"] = shares::all();
    let mut create = operation("share", "making a link to a result that needs no key");
    create["requestBody"] = json_body(&shares::new_share(share_routes::DAYS));
    create["responses"]["200"]["content"] = shares::one();
    json!({ "get": list, "post": create })
}

fn engine_address() -> Value {
    json!({
        "type": "object",
        "required": ["comfy_uri"],
        "properties": { "comfy_uri": { "type": "string", "format": "uri" } },
    })
}

fn json_body(schema: &Value) -> Value {
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

fn parameter(location: &str, name: &str) -> Value {
    json!({ "name": name, "in": location, "required": true, "schema": { "type": "string" } })
}

fn envelope() -> Value {
    json!({ "description": "The envelope with the requested data." })
}

fn describe(operation: &Operation) -> Value {
    let template = operation.path_template();
    let parameters = match operation.id_parameter() {
        "" if template.contains("{run_id}") => vec![parameter("path", "run_id")],
        "" => Vec::new(),
        name => vec![parameter("query", name)],
    };
    json!({
        "operationId": operation.name,
        "summary": operation.action,
        "parameters": parameters,
        "responses": { "200": success(operation) },
    })
}

fn success(operation: &Operation) -> Value {
    let mut success = envelope();
    if operation.name == api::OBJECT_INFO.name {
        return node_classes();
    }
    if operation.name == api::GET_RUN.name {
        let data = answers::run();
        let envelope = json!({ "type": "object", "properties": { "data": data } });
        success["content"] = json!({ "application/json": { "schema": envelope } });
    }
    success
}

/// The only answer without an envelope.
fn node_classes() -> Value {
    let classes = json!({ "type": "object", "additionalProperties": { "type": "object" } });
    json!({
        "description": "The node classes of all engine instances by name, in the shape of ComfyUI's \
                        /object_info, reduced to names, types, bounds, options and tooltips.",
        "headers": { "ETag": { "schema": { "type": "string" } } },
        "content": { "application/json": { "schema": classes } },
    })
}
