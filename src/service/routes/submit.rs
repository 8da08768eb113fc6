//! `POST /api/v1/runs`: starts a run (the contract, section 4.1).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::body::HttpBody;
use axum::extract::{Query, Request, State};

use crate::api::{Envelope, RunEntry};
use crate::service::api_error::ApiError;
use crate::service::app_state::AppState;
use crate::service::catalog::{DeployedWorkflow, WorkflowId};
use crate::service::form;
use crate::service::request_body;
use crate::service::submission::{self, Submission};
use crate::workflow::most_similar;

/// How similar an id that an error names is to the unknown one, at least.
const LEAST_SIMILARITY: f64 = 0.75;

/// Starts a run.
pub(super) async fn submit(
    State(app): State<Arc<AppState>>,
    Query(mut query): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Envelope<Vec<RunEntry>>>, ApiError> {
    let found = match ensure_size(&request, app.max_upload) {
        Ok(()) => find(&app, query.get("workflow_id").map(String::as_str)).await,
        Err(error) => Err(error),
    };
    let deployed = match found {
        Ok(deployed) => deployed,
        Err(error) => {
            request_body::drain(request);
            return Err(error);
        }
    };
    let group_id = query.remove("group_id").filter(|group| !group.is_empty());
    let submission = Submission::new(&app, group_id);
    let (folder, max_upload) = (submission.folder(), app.max_upload);
    let form = form::read(request, &deployed.schema, folder, max_upload).await?;
    let entry = submission.start(app, deployed, form).await?;
    Ok(Json(Envelope::success(vec![entry])))
}

/// Rejects a request that declares itself too large, before anything of it is read.
pub(super) fn ensure_size(request: &Request, max_upload: usize) -> Result<(), ApiError> {
    match request.body().size_hint().lower() > max_upload as u64 {
        true => Err(form::too_large(max_upload)),
        false => Ok(()),
    }
}

async fn find(app: &Arc<AppState>, id: Option<&str>) -> Result<Arc<DeployedWorkflow>, ApiError> {
    let Some(id) = id.filter(|id| !id.is_empty()) else {
        return Err(ApiError::invalid(
            "query",
            "workflow_id",
            "required: enter a workflow ID",
            "missing",
        ));
    };
    // The engines' classes convert the workflow.
    app.pool.first_contact().await;
    let found = app
        .catalog
        .find(&WorkflowId::of(id))
        .map_err(ApiError::internal)?;
    let deployed = found.map_err(|ids| {
        let advice = advice(id, &ids);
        let msg = format!("there is no workflow “{id}”; {advice}");
        ApiError::invalid("query", "workflow_id", msg, "unknown_workflow")
    })?;
    submission::ensure_runnable(app, &deployed).await?;
    Ok(deployed)
}

/// What to do about an unknown workflow id, of these deployed ones.
fn advice(id: &str, deployed: &[String]) -> String {
    if deployed.is_empty() {
        return "none is deployed".to_owned();
    }
    let options = deployed.iter().map(|id| (id.to_lowercase(), id.as_str()));
    match most_similar(&id.to_lowercase(), options, LEAST_SIMILARITY).as_slice() {
        [] => "list the workflows to see their IDs".to_owned(),
        similar => format!("similar ones: {}", similar.join(", ")),
    }
}
