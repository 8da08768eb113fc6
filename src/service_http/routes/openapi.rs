//! `GET /openapi.json`: the deployment's operations, with the form of every runnable workflow.

mod errors;
mod fixed_part;
mod operation;
mod workflows;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Map, Value, json};

use self::fixed_part::FixedPart;
use super::endpoint::{Answer, Endpoints, client, endpoints};
use super::schemas::plain;
use super::{absolute_link, large_answer};
use crate::api_error::ApiError;
use crate::app_state::AppState;
use schema::openapi;
use service::auth::Caller;
use service::catalog::DeployedWorkflow;
use service::operations::workflows::READ_WORKFLOWS;

endpoints! {
    "openapi" => document, client(&api::OPENAPI), READ_WORKFLOWS, "Read the OpenAPI document",
        answer: Answer::Responses(this_document), is_large: true;
}

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
    let fixed = FixedPart::of(endpoints);
    let is_runnable = |deployed: &&Arc<DeployedWorkflow>| deployed.entry.problems.is_empty();
    let runnable: Vec<_> = all.iter().filter(is_runnable).collect();
    let named = runnable.iter().map(|deployed| {
        let (entry, schema) = (&deployed.entry, &deployed.runnable.schema);
        (entry.id.clone(), entry.name.clone(), schema.clone())
    });
    let mut document = openapi::document(&named.collect::<Vec<_>>(), base_url);
    let mut paths = Map::new();
    for deployed in runnable {
        let operation = workflows::operation(deployed, &fixed.any_workflow);
        paths.insert(workflows::path(deployed), json!({ "post": operation }));
    }
    paths.extend(fixed.paths.clone());
    let run = api::RUN.path_template();
    let contract = &document["paths"][&run]["post"];
    paths[&run]["post"]["parameters"][0] = contract["parameters"][0].clone();
    paths[&run]["post"]["requestBody"] = contract["requestBody"].clone();
    document["paths"] = paths.into();
    document["tags"] = fixed.tags.clone();
    document["info"] = fixed.info.clone();
    let components = &mut document["components"];
    components["parameters"] = fixed.parameters.clone();
    components["responses"] = fixed.responses.clone();
    for (name, schema) in &fixed.schemas {
        components["schemas"][name] = schema.clone();
    }
    document
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
