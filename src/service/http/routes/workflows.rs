//! `GET /api/v1/comfy/workflows`: the deployed workflows, up to date.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::endpoint::{Answer, client, endpoints};
use super::large_answer;
use super::schemas::{list_of, reference};
use crate::auth::Caller;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{Envelope, WorkflowEntry};

endpoints! {
    "workflows" => list, client(&api::WORKFLOWS), Read, "List the workflows",
        answer: Answer::Data(|| list_of(&reference("Workflow"))), is_large: true;
}

/// An entry of the list, with hints for the script that draws the page's first form.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    entry: WorkflowEntry,
    #[serde(skip_serializing_if = "Map::is_empty")]
    hints: Map<String, Value>,
}

/// Every deployed workflow that the caller may see, sorted by id, with its problems. These include the node classes
/// that no online engine instance has.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, ApiError> {
    let all = of_caller(&app, &caller).await;
    app.engines.refresh_for_list(&all).await;
    let all = of_caller(&app, &caller).await;
    let entries = move || {
        let entries = all.iter().map(|deployed| Entry {
            entry: listed(&app, deployed),
            hints: deployed.hints.clone(),
        });
        Envelope {
            // For clients that do not read /openapi.json, which is large.
            meta: Some(json!({"idempotency_key": true, "keep": app.retention.of_all()})),
            ..Envelope::success(entries.collect::<Vec<_>>())
        }
    };
    large_answer::json(entries).await
}

/// The deployed workflows that a caller may see.
pub(super) async fn of_caller(app: &AppState, caller: &Caller) -> Vec<Arc<DeployedWorkflow>> {
    let mut all = app.catalog.all().await;
    all.retain(|deployed| caller.reaches_workflow(&deployed.entry.id));
    all
}

/// A deployed workflow that a caller may see, by an id of a caller.
pub(super) async fn find(
    app: &AppState,
    caller: &Caller,
    id: &str,
) -> Result<Option<Arc<DeployedWorkflow>>, ApiError> {
    let id = WorkflowId::of(id);
    if !caller.reaches_workflow(&id.name) {
        return Ok(None);
    }
    Ok(app.catalog.find(&id).await?.ok())
}

/// A workflow as it is listed: with its problems now, and how long it usually takes.
pub(super) fn listed(app: &AppState, deployed: &DeployedWorkflow) -> WorkflowEntry {
    WorkflowEntry {
        problems: app.engines.problems(deployed),
        warnings: app.engines.warnings(deployed),
        typical_ms: app.runs.waiting.typical_ms(&deployed.entry.id),
        keep: app
            .retention
            .of(deployed.workflow.about.keep)
            .and_then(|keep| serde_json::to_string(&keep).ok()),
        ..deployed.entry.clone()
    }
}
