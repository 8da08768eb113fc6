//! The jobs of stored runs. Does not hand them over.

use std::collections::HashMap;
use std::sync::Arc;

use super::app_state::AppState;
use super::catalog::{DeployedWorkflow, WorkflowId};
use super::instance::Instance;
use super::job::Job;
use super::node_progress::RunNodes;
use super::store::RunRecord;
use super::waiting_runs::WaitingRun;

impl AppState {
    /// The job of a run; `None` when it has ended.
    pub(crate) async fn job_of(&self, run: &RunRecord) -> Option<Job> {
        let job = Job::from_record(run, &self.uploads)?;
        Some(match self.workflow_of(run).await {
            Some(deployed) => job.of_deployed(&deployed, self.metadata_of(&deployed)),
            None => job,
        })
    }

    /// The nodes of a run that an instance has had since before a restart of the service.
    pub(crate) fn nodes_of(&self, job: &Job, instance: &Instance) -> RunNodes {
        let classes = instance.last_classes().unwrap_or_default();
        let nodes = match job.graph(&HashMap::new(), &classes) {
            Ok(graph) => RunNodes::of(&graph, &classes),
            Err(_) => RunNodes::default(),
        };
        nodes.with_times(self.node_times.get(&job.workflow_id))
    }

    /// A stored run as one that waits; `None` when it has ended.
    pub(crate) async fn waiting_run(&self, run: &RunRecord) -> Option<WaitingRun> {
        Some(WaitingRun::new(run, &self.job_of(run).await?))
    }

    /// A run's workflow, if that version is still deployed.
    async fn workflow_of(&self, run: &RunRecord) -> Option<Arc<DeployedWorkflow>> {
        let id = WorkflowId {
            name: run.workflow_id.clone(),
            version: run.version,
        };
        match self.catalog.find_known(&id).await {
            Ok(found) => found.ok(),
            Err(why) => {
                tracing::warn!(
                    "finding the workflow of the run {}: {why}; using the run’s copy",
                    run.id
                );
                None
            }
        }
    }
}
