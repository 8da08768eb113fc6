//! `GET /openapi.json`: the deployment's operations, with the form of every runnable workflow.

mod answers;
mod audit;
mod described;
mod errors;
mod events;
mod keys;
mod llms;
mod operations;
mod parameters;
mod removal;
mod run_tokens;
mod shares;
mod webhooks;
mod workflows;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};

use super::{
    absolute_link, audit as audit_route, engines, large_answer, llms_paths, monitoring,
    shares as share_routes, workflow, workflows as workflows_route,
};
use crate::auth::Caller;
use crate::catalog::DeployedWorkflow;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{self, Operation};
use schema::openapi;

pub(super) use operations::ALL as ALL_OPERATIONS;

/// The route of an example's file, with the placeholders of OpenAPI.
const EXAMPLE_FILE_PATH: &str = "/api/v1/comfy/workflows/{workflow_id}/examples/{path}";

/// The operations beyond the contract's two, and what each one does.
static FURTHER_OPERATIONS: [(&Operation, &str); 15] = [
    (&api::OPENAPI, "Read this document"),
    (&api::HEALTH, "Read the state of the engine instances"),
    (&api::MONITORING, "Summarise the runs of the last hours"),
    (&api::WORKFLOWS, "List the workflows"),
    (&api::OBJECT_INFO, "Read the node classes"),
    (&api::RUNS, "List runs"),
    (&api::GET_RUN, "Read a run"),
    (&api::RUN_EVENTS, "Follow a run"),
    (&api::EVENTS, "Follow all runs"),
    (&api::OUTPUT, "Read the link to an output"),
    (&api::DELETE_RUNS, "Delete the runs of a group"),
    (&api::DELETE_RUN, "Delete a run"),
    (&api::CANCEL, "Cancel a run"),
    (&api::REGENERATE, "Start a run again"),
    (
        &api::RUN_TOKEN,
        "Make a token that may only follow, read and cancel this run",
    ),
];

/// The document. If neither the public address nor the one that the caller used is known, its server address `/` is
/// relative to where it was loaded from.
pub(super) async fn document(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let all = workflows_route::of_caller(&app, &caller).await;
    let base = absolute_link::known_base(&app.settings, &headers);
    large_answer::json(move || of_workflows(base.as_deref().unwrap_or("/"), &all)).await
}

fn of_workflows(base_url: &str, all: &[Arc<DeployedWorkflow>]) -> Value {
    let runnable = all
        .iter()
        .filter(|deployed| deployed.entry.problems.is_empty());
    let runnable: Vec<_> = runnable.map(AsRef::as_ref).collect();
    let workflows: Vec<_> = runnable
        .iter()
        .map(|deployed| {
            let entry = &deployed.entry;
            (
                entry.id.clone(),
                entry.name.clone(),
                deployed.schema.clone(),
            )
        })
        .collect();
    let mut document = openapi::document(&workflows, base_url);
    extend_contract(&mut document);
    workflows::add(&mut document, runnable.into_iter());
    for (operation, summary) in FURTHER_OPERATIONS {
        let path = operation.path_template();
        let method = operation.method.to_lowercase();
        document["paths"][path][method] = describe(operation, summary);
    }
    document["paths"][api::RUNS.path_template()]["get"]["parameters"] = answers::page_parameters();
    document["paths"][api::MONITORING.path_template()]["get"]["parameters"] =
        answers::monitoring_parameters();
    run_tokens::describe(&mut document);
    removal::describe(&mut document);
    events::describe(&mut document);
    let health = &mut document["paths"][api::HEALTH.path_template()]["get"];
    health["responses"]["200"]["content"] = answers::health();
    document["paths"][workflow::PATH] = workflow_operations();
    document["paths"][workflow::AGAIN_PATH] = deploy_again_operation();
    document["paths"][engines::PATH] = engine_operations();
    document["paths"][engines::FOUND_PATH] = json!({
        "get": operation("foundEngines", "Look for ComfyUI on the service's machine"),
    });
    document["paths"][engines::DRAIN_PATH] = drain_operation();
    document["paths"][audit_route::PATH] = audit::path();
    document["paths"][monitoring::PATH] = json!({ "get": metrics() });
    keys::add(&mut document);
    webhooks::add(&mut document);
    document["paths"][EXAMPLE_FILE_PATH] = json!({
        "parameters": [parameter("path", "workflow_id"), parameter("path", "path")],
        "get": operation("exampleFile", "Read a file of an example"),
    });
    document["paths"][share_routes::PATH] = share_operations();
    document["paths"][share_routes::SHARE_PATH] = json!({
        "parameters": [parameter("path", "id")],
        "delete": operation("revokeShare", "Revoke a link to a result"),
    });
    document["paths"][llms_paths::INDEX] = llms::index();
    document["paths"][llms_paths::PAGE] = llms::page();
    operations::complete(&mut document);
    document
}

/// Adds to the contract's two operations what this service has beyond it.
fn extend_contract(document: &mut Value) {
    let run = &mut document["paths"][api::RUN.path_template()]["post"];
    run["summary"] = "Run a workflow by its ID".into();
    run["responses"] = json!({ "200": answers::accepted("poster") });
    if let Some(parameters) = run["parameters"].as_array_mut() {
        parameters.truncate(1);
        parameters.extend(parameters::of_submissions());
    }
    let queue = &mut document["paths"][api::QUEUE.path_template()]["get"];
    queue["summary"] = "Read the queue".into();
    let components = &mut document["components"];
    components["parameters"] = parameters::all();
    let schemas = &mut components["schemas"];
    schemas["QueueAnswer"]["properties"]["meta"] = answers::queue_meta();
    schemas["RunsAnswer"]["properties"]["meta"] = answers::accepted_meta();
    for (name, schema) in answers::schemas() {
        schemas[name] = schema;
    }
    document["info"] = info();
}

fn info() -> Value {
    json!({
        "title": "flowdeck API",
        "description": "Run the deployed ComfyUI workflows, follow their runs, and manage the service.\n\nSend the key \
                        in the header `X-API-KEY`. Each operation names the right that the key needs. To run a \
                        workflow, send its fields as a form, then read the run until its `status` is `completed`, \
                        `failed` or `cancelled`.",
        "version": env!("CARGO_PKG_VERSION"),
    })
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
    let mut deploy = operation("deployWorkflow", "Deploy a workflow as its newest version");
    deploy["requestBody"] =
        json!({ "required": true, "content": { "multipart/form-data": { "schema": parts } } });
    json!({
        "parameters": [parameter("path", "workflow_id")],
        "get": operation("workflow", "Read a workflow and its versions"),
        "put": deploy,
        "delete": operation("deleteWorkflow", "Delete a workflow"),
    })
}

/// The way back to an earlier version of a workflow.
fn deploy_again_operation() -> Value {
    let mut version = parameter("path", "workflow_id");
    version["description"] = "The version, such as `poster@v1`.".into();
    let summary = "Deploy an earlier version of a workflow again, as its newest version";
    json!({ "parameters": [version], "post": operation("deployVersion", summary) })
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
        "Add an engine instance, or let one take runs again",
    );
    add["requestBody"] = json_body(&new);
    let mut remove = operation("removeEngine", "Remove an engine instance");
    remove["parameters"] = json!([parameter("query", "comfy_uri")]);
    json!({
        "get": operation("engines", "List the engine instances"),
        "post": add,
        "delete": remove,
    })
}

fn drain_operation() -> Value {
    let summary = "Let an engine instance finish its runs and give it no further ones";
    let mut drain = operation("drainEngine", summary);
    drain["requestBody"] = json_body(&engine_address());
    json!({ "post": drain })
}

/// The operations of links to results: how they are listed and made.
fn share_operations() -> Value {
    let mut list = operation("shares", "List your links to results");
    list["responses"]["200"]["content"] = shares::all();
    let mut create = operation("share", "Make a link to a result that needs no key");
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

/// Metrics come without an envelope.
fn metrics() -> Value {
    let mut metrics = operation("metrics", "Read the metrics of the service");
    let text = json!({ "text/plain": { "schema": { "type": "string" } } });
    let description = "All metrics in the text format of Prometheus.";
    metrics["responses"]["200"] = json!({ "description": description, "content": text });
    metrics
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

fn describe(operation: &Operation, summary: &str) -> Value {
    let template = operation.path_template();
    let parameters = match operation.id_parameter() {
        "" if template.contains("{run_id}") => vec![parameter("path", "run_id")],
        "" => Vec::new(),
        name => vec![parameter("query", name)],
    };
    json!({
        "operationId": operation.name,
        "summary": summary,
        "parameters": parameters,
        "responses": { "200": success(operation) },
    })
}

fn success(operation: &Operation) -> Value {
    let mut success = envelope();
    if operation.name == api::OBJECT_INFO.name {
        return node_classes();
    }
    if operation.name == api::OPENAPI.name {
        return this_document();
    }
    let data = match operation.name {
        name if name == api::GET_RUN.name => answers::reference("Run"),
        name if name == api::RUNS.name => answers::run_list(),
        name if name == api::WORKFLOWS.name => {
            json!({ "type": "array", "items": answers::reference("Workflow") })
        }
        name if name == api::REGENERATE.name => return answers::accepted("poster"),
        name if name == api::OUTPUT.name => answers::output_link(),
        _ => return success,
    };
    success["content"] = answers::content(&data);
    success
}

/// An answer without an envelope.
fn this_document() -> Value {
    let document = json!({
        "type": "object",
        "required": ["openapi", "info", "paths"],
        "properties": {
            "openapi": { "type": "string" },
            "info": { "type": "object" },
            "paths": { "type": "object" },
        },
        "additionalProperties": true,
    });
    json!({
        "description": "This document, as OpenAPI 3.1.",
        "content": { "application/json": { "schema": document } },
    })
}

/// An answer without an envelope.
fn node_classes() -> Value {
    let classes = json!({ "type": "object", "additionalProperties": { "type": "object" } });
    json!({
        "description": "The node classes of all engine instances by name, in the shape of ComfyUI's \
                        /object_info, reduced to names, types, bounds, options and tooltips.",
        "headers": { "ETag": { "schema": { "type": "string" } } },
        "content": { "application/json": { "schema": classes } },
    })
}
