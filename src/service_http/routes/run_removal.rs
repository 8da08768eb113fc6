//! Deletes runs that have ended: one, or those of a group.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use super::endpoint::{Answer, client, endpoints};
use super::schemas::derived::schema;
use super::schemas::required;
use crate::api_error::ApiError;
use crate::app_state::AppState;
use api::{Envelope, RemovedRuns};
use service::auth::Caller;
use service::operations::runs::DELETE_RUNS;

endpoints! {
    "deleteRuns" => group, client(&api::DELETE_RUNS), DELETE_RUNS, "Delete the runs of a group",
        about: ABOUT_GROUP, parameters: || vec![required("query", "group_id")],
        answer: Answer::OptionalData(schema::<RemovedRuns>);
    "deleteRun" => one, client(&api::DELETE_RUN), DELETE_RUNS, "Delete a run",
        about: ABOUT, conflicts: true;
}

const ABOUT: &str = "Deletes its outputs, what was made of them, and its links; at its engine, the entry in the \
                     history. ComfyUI cannot delete files through its API, so the files that it saved itself stay on \
                     its disk.";
const ABOUT_GROUP: &str = "Deletes the caller's runs of a group that have ended, each as `DELETE /api/v1/runs/{run_id}` \
                           does.";

/// `DELETE /api/v1/runs/{run_id}`.
pub(super) async fn one(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    app.operations.runs.delete(&caller, &run_id).await?;
    Ok(Json(Envelope::success("Run deleted successfully")))
}

/// `DELETE /api/v1/runs?group_id=`: the caller's runs of a group.
pub(super) async fn group(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Query(mut query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<RemovedRuns>>, ApiError> {
    let group_id = query.remove("group_id").filter(|id| !id.is_empty());
    let group_id = group_id.ok_or_else(|| {
        let msg = "required: enter the ID of the group whose runs are to be deleted";
        ApiError::invalid("query", "group_id", msg, "missing")
    })?;
    let removed = app.operations.runs.delete_group(&caller, &group_id).await?;
    Ok(Json(Envelope::success(removed)))
}
