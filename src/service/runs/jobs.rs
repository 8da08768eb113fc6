//! The jobs of runs: in memory, or else read from the store. Does not hand them over.

use std::sync::Arc;

use super::Runs;
use super::waiting_runs::WaitingRun;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::engines::{Instance, RunNodes};
use run_core::{Accepted, Job};
use store::{RunRecord, StoreError};

impl Runs {
    /// The job of a run; `None` when it has ended.
    pub(crate) async fn job(&self, run_id: &str) -> Result<Option<Arc<Job>>, StoreError> {
        let waiting = self.waiting.get(run_id);
        if let Some(kept) = waiting.as_ref().and_then(WaitingRun::job) {
            return Ok(Some(kept.job.clone()));
        }
        let run = self.stored_runs.run(run_id).await?;
        let run = run.filter(|run| !run.status.is_final());
        let Some(run) = run else {
            return Ok(None);
        };
        let job = self.stored_job(&run).await.map(Arc::new);
        job.map(Some).ok_or_else(|| StoreError::Damaged {
            id: run.id,
            why: "workflow: is missing".to_owned(),
        })
    }

    /// The job of a stored run, with the workflow that it was accepted with; `None` when it has ended.
    pub(crate) async fn stored_job(&self, run: &RunRecord) -> Option<Job> {
        let deployed = self.workflow_of(run).await;
        let text = run.workflow.as_deref()?;
        let runnable = deployed.map(|deployed| deployed.runnable.clone());
        let metadata = runnable.as_deref().and_then(|now| self.metadata_of(now));
        let accepted = Accepted::of_run(text, run.schema.as_deref(), runnable);
        let (id, inputs) = (&run.workflow_id, &run.inputs);
        Some(Job::new(&run.id, id, accepted, inputs, metadata))
    }

    /// The nodes of a run that an instance has had since before a restart of the service.
    pub(crate) fn nodes_of(&self, job: &Job, instance: &Instance) -> RunNodes {
        let classes = instance.classes.last().unwrap_or_default();
        let graph = job.prepared(&classes).graph_as_prepared();
        let nodes = RunNodes::of(&graph, &classes);
        nodes.with_times(self.node_times.get(&job.workflow_id))
    }

    /// A stored run as one that waits; `None` when it has ended.
    pub(crate) async fn waiting_run(&self, run: &RunRecord) -> Option<WaitingRun> {
        let waiting = self.waiting.get(&run.id);
        if let Some(kept) = waiting.as_ref().and_then(WaitingRun::job) {
            return Some(WaitingRun::new(run, &kept.job).keeping(Some(kept.clone())));
        }
        Some(WaitingRun::new(run, &self.stored_job(run).await?))
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
                    "finding the workflow of the run {}: {why}; using the run's copy",
                    run.id
                );
                None
            }
        }
    }
}
