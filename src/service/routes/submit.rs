//! `POST /api/v1/runs`: starts a run (the contract, section 4.1).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, Request, State};

use crate::api::{Envelope, RunEntry};
use crate::service::answer::{Refusal, discard};
use crate::service::catalog::Deployed;
use crate::service::form;
use crate::service::shared::Shared;
use crate::service::submission::{self, Submission};

/// Starts a run.
pub(super) async fn submit(
    State(shared): State<Arc<Shared>>,
    Query(mut asked): Query<HashMap<String, String>>,
    request: Request,
) -> Result<Json<Envelope<Vec<RunEntry>>>, Refusal> {
    let deployed = match find(&shared, asked.get("workflow_id").map(String::as_str)) {
        Ok(deployed) => deployed,
        Err(refusal) => {
            discard(request.into_body());
            return Err(refusal);
        }
    };
    let group_id = asked.remove("group_id").filter(|group| !group.is_empty());
    let submission = Submission::new(&shared, group_id);
    let (folder, most) = (submission.folder(), shared.max_upload);
    let form = form::read(request, &deployed.schema, folder, most).await?;
    let entry = submission.start(shared, deployed, form).await?;
    Ok(Json(Envelope::success(vec![entry])))
}

fn find(shared: &Shared, id: Option<&str>) -> Result<Arc<Deployed>, Refusal> {
    let Some(id) = id.filter(|id| !id.is_empty()) else {
        return Err(Refusal::invalid(
            "query",
            "workflow_id",
            "required: name the workflow to run",
            "missing",
        ));
    };
    let found = shared.catalog.find(id).map_err(Refusal::internal)?;
    let deployed = found.map_err(|ids| {
        let known = if ids.is_empty() {
            "there is none".to_owned()
        } else {
            ids.join(", ")
        };
        let msg = format!("there is no workflow “{id}”; deployed here: {known}");
        Refusal::invalid("query", "workflow_id", msg, "unknown_workflow")
    })?;
    submission::ready(&deployed)?;
    Ok(deployed)
}
