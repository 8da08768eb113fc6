//! `GET /api/v1/comfy/workflows`: the deployed workflows, up to date.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::large_answer;
use crate::catalog::DeployedWorkflow;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use api::{Envelope, WorkflowEntry};

/// An entry of the list, with hints for the script that draws the page's first form.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    entry: WorkflowEntry,
    #[serde(skip_serializing_if = "Map::is_empty")]
    hints: Map<String, Value>,
}

/// Every deployed workflow, sorted by id, with its problems. These include the node classes that no
/// online engine instance has.
pub(super) async fn list(State(app): State<Arc<AppState>>) -> Result<Response, ApiError> {
    let all = app.catalog.all().await;
    app.engines.refresh_for_list(&all).await;
    let all = app.catalog.all().await;
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
