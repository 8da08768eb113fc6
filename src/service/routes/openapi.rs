//! `GET /openapi.json`: what the deployment offers, with the form of each workflow that is ready.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::api::{self, Operation};
use crate::schema::openapi;
use crate::service::answer::Refusal;
use crate::service::shared::Shared;

/// What is offered beyond the contract's two operations.
static BEYOND: [&Operation; 7] = [
    &api::HEALTH,
    &api::WORKFLOWS,
    &api::RUNS,
    &api::GET_RUN,
    &api::OUTPUT,
    &api::CANCEL,
    &api::REGENERATE,
];

/// The document; its server is wherever it was had from.
pub(super) async fn document(State(shared): State<Arc<Shared>>) -> Result<Json<Value>, Refusal> {
    let all = shared.catalog.read().map_err(Refusal::internal)?;
    let ready = all
        .iter()
        .filter(|deployed| deployed.entry.problems.is_empty());
    let workflows: Vec<_> = ready
        .map(|deployed| {
            let entry = &deployed.entry;
            (
                entry.id.clone(),
                entry.name.clone(),
                deployed.schema.clone(),
            )
        })
        .collect();
    let mut document = openapi::document(&workflows, "/");
    for operation in BEYOND {
        let path = operation.path_template();
        let method = operation.method.to_lowercase();
        document["paths"][path][method] = described(operation);
    }
    Ok(Json(document))
}

fn described(operation: &Operation) -> Value {
    let parameter = |place: &str, name: &str| json!({ "name": name, "in": place, "required": true, "schema": { "type": "string" } });
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
        "responses": { "200": answer(operation) },
    })
}

fn answer(operation: &Operation) -> Value {
    let mut answer = json!({ "description": "The envelope with what was asked for." });
    if operation.name == api::GET_RUN.name {
        let data = json!({ "type": "object", "properties": { "progress": progress() } });
        let envelope = json!({ "type": "object", "properties": { "data": data } });
        answer["content"] = json!({ "application/json": { "schema": envelope } });
    }
    answer
}

/// What of a run's detail other services are not known to tell.
fn progress() -> Value {
    json!({
        "type": "object",
        "description": "How far the node is that works on the run; there while the run runs, where the node counts its steps.",
        "required": ["value", "max"],
        "properties": {
            "value": { "type": "integer", "minimum": 0, "description": "The steps that are done." },
            "max": { "type": "integer", "minimum": 1, "description": "How many there are." },
            "node": { "type": "string", "description": "The node's id." },
        },
    })
}
