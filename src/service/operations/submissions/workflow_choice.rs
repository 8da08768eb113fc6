//! Finds the workflow of a submission by the ID that its caller sent.

use std::sync::Arc;

use super::SubmissionOperations;
use crate::auth::Caller;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::operations::error::DomainError;
use crate::runs::submission;
use workflow::most_similar;

/// The minimum similarity of an id that an error suggests to the unknown id.
const LEAST_SIMILARITY: f64 = 0.75;

impl SubmissionOperations {
    /// The workflow with this ID, if the caller can access it and it can run.
    pub(super) async fn runnable(
        &self,
        caller: &Caller,
        id: Option<&str>,
    ) -> Result<Arc<DeployedWorkflow>, DomainError> {
        let invalid = |msg: String, kind| DomainError::invalid("query", "workflow_id", msg, kind);
        let Some(id) = id else {
            let msg = "required: enter a workflow ID".to_owned();
            return Err(invalid(msg, "missing"));
        };
        let named = WorkflowId::of(id);
        let found = match caller.reaches_workflow(&named.name) {
            true => submission::runnable(&self.runs, &named).await?,
            false => Err(self.catalog.ids().await),
        };
        found.map_err(|mut ids| {
            ids.retain(|id| caller.reaches_workflow(id));
            let advice = advice(id, &ids);
            let msg = format!("there is no workflow “{id}”; {advice}");
            invalid(msg, "unknown_workflow")
        })
    }
}

/// The advice about an unknown workflow id. These ids are deployed.
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
