//! `GET /openapi.json`: the deployment's operations, with the form of every runnable workflow.

mod errors;
mod operation;
mod workflows;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::endpoint::{Answer, Endpoint, Endpoints, client, endpoints};
use super::schemas::{plain, queue, runs, submissions};
use super::{absolute_link, large_answer, schemas, submit};
use crate::auth::Caller;
use crate::catalog::DeployedWorkflow;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::operations::workflows::READ_WORKFLOWS;
use schema::openapi;

endpoints! {
    "openapi" => document, client(&api::OPENAPI), READ_WORKFLOWS, "Read the OpenAPI document",
        answer: Answer::Responses(this_document), is_large: true;
}

/// The group of the operations that the workflows have.
const OF_WORKFLOWS: (&str, &str) = (
    "Run a workflow",
    "One operation for each deployed workflow, with its own fields. To run any workflow by its ID, use \
     `POST /api/v1/runs`.",
);

/// The document. If neither the public address nor the one that the caller used is known, its server address `/` is
/// relative to where it was loaded from.
async fn document(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(endpoints): Extension<Endpoints>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let all = app.operations.workflows.deployed(&caller).await?;
    let base = absolute_link::known_base(&app.settings, &headers);
    let of_workflows = move || of_workflows(base.as_deref().unwrap_or("/"), &all, endpoints);
    large_answer::json(of_workflows).await
}

fn of_workflows(base_url: &str, all: &[Arc<DeployedWorkflow>], endpoints: Endpoints) -> Value {
    let is_runnable = |deployed: &&Arc<DeployedWorkflow>| deployed.entry.problems.is_empty();
    let runnable: Vec<_> = all.iter().filter(is_runnable).collect();
    let named = runnable.iter().map(|deployed| {
        let DeployedWorkflow { entry, schema, .. } = &***deployed;
        (entry.id.clone(), entry.name.clone(), schema.clone())
    });
    let mut document = openapi::document(&named.collect::<Vec<_>>(), base_url);
    let mut paths = Map::new();
    let is_of_workflow = |(_, endpoint): &(_, &Endpoint)| endpoint.place == submit::OF_WORKFLOW;
    let (of_workflow, others): (Vec<_>, Vec<_>) = endpoints.iter().partition(is_of_workflow);
    for (_, endpoint) in of_workflow {
        let any = operation::describe(endpoint, OF_WORKFLOWS.0);
        for deployed in &runnable {
            let operation = workflows::operation(deployed, &any);
            paths.insert(workflows::path(deployed), json!({ "post": operation }));
        }
    }
    for (group, endpoint) in others {
        let methods = paths.entry(endpoint.place.template()).or_insert(json!({}));
        let method = endpoint.place.method().to_lowercase();
        methods[method] = operation::describe(endpoint, group.name);
    }
    let run = api::RUN.path_template();
    let contract = &document["paths"][&run]["post"];
    paths[&run]["post"]["parameters"][0] = contract["parameters"][0].clone();
    paths[&run]["post"]["requestBody"] = contract["requestBody"].clone();
    document["paths"] = paths.into();
    let groups = endpoints.0.iter().map(|group| (group.name, group.about));
    let tag = |(name, about)| json!({ "name": name, "description": about });
    document["tags"] = [OF_WORKFLOWS].into_iter().chain(groups).map(tag).collect();
    document["info"] = info();
    complete(&mut document["components"]);
    document
}

/// Adds what this service has beyond the contract.
fn complete(components: &mut Value) {
    components["parameters"] = submissions::all();
    components["responses"] = errors::components();
    let named = &mut components["schemas"];
    named["QueueAnswer"]["properties"]["meta"] = queue::queue_meta();
    named["RunsAnswer"]["properties"]["meta"] = runs::accepted_meta();
    for (name, schema) in schemas::named() {
        named[name] = schema;
    }
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
    plain(
        "This document, as OpenAPI 3.1.",
        "application/json",
        &document,
    )
}
