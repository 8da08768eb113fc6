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
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, WorkflowEntry};
use service::auth::Caller;
use service::operations::workflows::READ_WORKFLOWS;

endpoints! {
    "workflows" => list, client(&api::WORKFLOWS), READ_WORKFLOWS, "List the workflows",
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
    let workflows = app.operations.workflows.clone();
    let all = workflows.list(&caller).await?;
    let entries = move || {
        let entries = all.iter().map(|deployed| Entry {
            entry: workflows.entry(deployed),
            hints: deployed.hints.clone(),
        });
        // For clients that do not read /openapi.json, which is large.
        let remarks = json!({"idempotency_key": true, "keep": workflows.keep_of_all()});
        Envelope::with_meta(entries.collect::<Vec<_>>(), Some(remarks))
    };
    large_answer::json(entries).await
}
