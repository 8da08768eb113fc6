//! Deletes runs that have ended: one, or those of a group.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::{Extension, Json};

use super::endpoint::{Answer, client, endpoints};
use super::runs::find;
use super::schemas::derived::schema;
use super::schemas::required;
use super::to_the_end;
use crate::auth::Caller;
use crate::http::api_error::ApiError;
use crate::http::app_state::AppState;
use crate::runs::REMOVAL_BATCH;
use api::{Envelope, MAX_NAMED_RUNS, RemovedRuns};
use store::Author;

endpoints! {
    "deleteRuns" => group, client(&api::DELETE_RUNS), Run, "Delete the runs of a group",
        about: ABOUT_GROUP, parameters: || vec![required("query", "group_id")],
        answer: Answer::OptionalData(schema::<RemovedRuns>);
    "deleteRun" => one, client(&api::DELETE_RUN), Run, "Delete a run",
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
    Extension(by): Extension<Author>,
    Path(run_id): Path<String>,
) -> Result<Json<Envelope<&'static str>>, ApiError> {
    let run = find(&*app.store, &caller, &run_id).await?;
    if !run.status.is_final() {
        return Err(ApiError::Conflict(format!(
            "deleting the run {run_id}: it has not ended; cancel it first"
        )));
    }
    match removed(app, by, vec![run.id]).await? {
        0 => Err(ApiError::NotFound(format!("there is no run “{run_id}”"))),
        _ => Ok(Json(Envelope::success("Run deleted successfully"))),
    }
}

/// `DELETE /api/v1/runs?group_id=`: the caller's runs of a group.
pub(super) async fn group(
    State(app): State<Arc<AppState>>,
    Extension(caller): Extension<Caller>,
    Extension(by): Extension<Author>,
    Query(mut query): Query<HashMap<String, String>>,
) -> Result<Json<Envelope<RemovedRuns>>, ApiError> {
    let group_id = query.remove("group_id").filter(|id| !id.is_empty());
    let group_id = group_id.ok_or_else(|| {
        let msg = "required: enter the ID of the group whose runs are to be deleted";
        ApiError::invalid("query", "group_id", msg, "missing")
    })?;
    let reach = caller.reach();
    let mut answer = RemovedRuns::default();
    loop {
        let ended = app
            .store
            .ids_of_group(&group_id, &reach, true, REMOVAL_BATCH);
        let ended = ended.await?;
        if ended.is_empty() {
            break;
        }
        answer.removed += removed(app.clone(), by.clone(), ended).await?;
    }
    let not_ended = app
        .store
        .ids_of_group(&group_id, &reach, false, MAX_NAMED_RUNS);
    answer.not_ended = not_ended.await?;
    Ok(Json(Envelope::success(answer)))
}

/// Removes runs for a caller, who may hang up.
async fn removed(app: Arc<AppState>, by: Author, ids: Vec<String>) -> Result<usize, ApiError> {
    to_the_end(async move { app.runs.remove(ids, by).await }).await
}
