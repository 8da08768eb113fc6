//! `POST /api/v1/runs`: starts a run (the contract, section 4.1).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, Request, State};

use crate::api::{Envelope, RunEntry, RunStatus, ValidationItem};
use crate::schema;
use crate::service::answer::{Refusal, discard};
use crate::service::catalog::Deployed;
use crate::service::dispatch;
use crate::service::form::{self, Form};
use crate::service::job::Job;
use crate::service::shared::Shared;
use crate::service::store::Run;
use crate::service::uploads::UploadFolder;

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
    let run_id = uuid::Uuid::new_v4().to_string();
    let folder = UploadFolder::new(&shared, &run_id);
    let form = form::read(request, &deployed.schema, folder.path(), shared.max_upload).await?;
    check(&deployed, &form)?;
    let workflow_id = deployed.entry.id.clone();
    let entry = RunEntry {
        run_id: run_id.clone(),
        workflow_id,
    };
    let run = new_run(
        &entry,
        asked.remove("group_id").filter(|group| !group.is_empty()),
        &deployed,
        form,
    );
    // A task of its own: a client that leaves now must not leave a run half placed.
    let task = tokio::spawn(async move {
        let job = Job::new(&run_id, &deployed.workflow, &run.inputs, &shared.uploads);
        dispatch::submit(&shared, job, run).await?;
        folder.keep();
        Ok::<(), Refusal>(())
    });
    task.await.map_err(Refusal::internal)??;
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
    if deployed.entry.problems.is_empty() {
        return Ok(deployed);
    }
    let problems: Vec<String> = deployed
        .entry
        .problems
        .iter()
        .map(ToString::to_string)
        .collect();
    Err(Refusal::Conflict(format!(
        "the workflow “{id}” is not ready: {}",
        problems.join("; ")
    )))
}

fn check(deployed: &Deployed, form: &Form) -> Result<(), Refusal> {
    let errors = schema::check(&deployed.schema, &form.values)
        .into_iter()
        .map(ValidationItem::from);
    let mut items: Vec<ValidationItem> = errors.collect();
    for item in &form.items {
        // One fault a field: the first that was found.
        if !items.iter().any(|known| known.loc == item.loc) {
            items.push(item.clone());
        }
    }
    if items.is_empty() {
        Ok(())
    } else {
        Err(Refusal::Invalid(items))
    }
}

fn new_run(entry: &RunEntry, group_id: Option<String>, deployed: &Deployed, form: Form) -> Run {
    Run {
        id: entry.run_id.clone(),
        workflow_id: entry.workflow_id.clone(),
        group_id,
        status: RunStatus::Pending,
        error: None,
        instance: None,
        prompt_id: entry.run_id.clone(),
        workflow: Some(deployed.workflow.to_value().to_string()),
        inputs: form.inputs,
        outputs: Vec::new(),
        created_at: None,
        started_at: None,
        completed_at: None,
    }
}
