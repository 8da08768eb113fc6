//! `GET /api/v1/comfy/workflows`: the deployed workflows as they are now.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::api::{Envelope, WorkflowEntry};
use crate::service::answer::Refusal;
use crate::service::shared::Shared;

/// Every deployed workflow, sorted by id; one that is not ready with its problems.
pub(super) async fn list(
    State(shared): State<Arc<Shared>>,
) -> Result<Json<Envelope<Vec<WorkflowEntry>>>, Refusal> {
    let all = shared.catalog.read().map_err(Refusal::internal)?;
    Ok(Json(Envelope::success(
        all.iter().map(|deployed| deployed.entry.clone()).collect(),
    )))
}
