//! `GET /api/v1/comfy/workflows`: the deployed workflows as they are now.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::api::{Envelope, WorkflowEntry};
use crate::service::answer::Refusal;
use crate::service::shared::Shared;

/// Every deployed workflow, sorted by id; one that is not ready with its problems, among
/// them the nodes that no engine instance knows as the instances are now.
pub(super) async fn list(
    State(shared): State<Arc<Shared>>,
) -> Result<Json<Envelope<Vec<WorkflowEntry>>>, Refusal> {
    let all = shared.catalog.read().map_err(Refusal::internal)?;
    let entries = all.iter().map(|deployed| {
        let mut entry = deployed.entry.clone();
        entry
            .problems
            .extend(shared.pool.unknown(&deployed.workflow));
        entry
    });
    Ok(Json(Envelope::success(entries.collect())))
}
