//! `GET /api/v1/comfy/workflows`: the deployed workflows, up to date.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::api::{Envelope, WorkflowEntry};
use crate::service::api_error::ApiError;
use crate::service::app_state::AppState;

/// Every deployed workflow, sorted by id, with its problems. These include the node classes that no
/// online engine instance has.
pub(super) async fn list(
    State(app): State<Arc<AppState>>,
) -> Result<Json<Envelope<Vec<WorkflowEntry>>>, ApiError> {
    let all = app.catalog.all().map_err(ApiError::internal)?;
    app.refresh_for_list(&all).await;
    let all = app.catalog.all().map_err(ApiError::internal)?;
    let entries = all.iter().map(|deployed| {
        let problems = app.problems(deployed);
        WorkflowEntry {
            problems,
            ..deployed.entry.clone()
        }
    });
    Ok(Json(Envelope::success(entries.collect())))
}
