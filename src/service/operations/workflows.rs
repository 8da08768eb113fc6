//! The deployed workflows: listing and describing them, deploying, deploying again and deleting them.

mod deployment;

use std::sync::Arc;

use serde::Serialize;

pub use deployment::{DEPLOY_WORKFLOWS, Deployment};

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::catalog::{DeployedWorkflow, SharedCatalog, VersionEntry, WorkflowId};
use crate::engines::Engines;
use crate::retention::Retention;
use crate::runs::Runs;
use api::{Right, WorkflowEntry};

/// To list and read workflows.
pub const READ_WORKFLOWS: Needs = Needs::right(Right::Read);

/// The use cases of workflows.
#[derive(Clone)]
pub struct WorkflowOperations {
    access: Access,
    catalog: Arc<SharedCatalog>,
    engines: Arc<Engines>,
    retention: Arc<Retention>,
    runs: Arc<Runs>,
}

/// A workflow and its versions, newest first.
#[derive(Debug, Serialize)]
pub struct WorkflowDetail {
    #[serde(flatten)]
    entry: WorkflowEntry,
    versions: Vec<VersionEntry>,
}

impl WorkflowOperations {
    /// The workflows of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            catalog: parts.catalog.clone(),
            engines: parts.engines.clone(),
            retention: parts.retention.clone(),
            runs: parts.runs.clone(),
        }
    }

    /// The workflows that the caller may see, sorted by ID.
    pub async fn deployed(
        &self,
        caller: &Caller,
    ) -> Result<Vec<Arc<DeployedWorkflow>>, DomainError> {
        self.access.require(caller, READ_WORKFLOWS)?;
        Ok(self.reached(caller).await)
    }

    async fn reached(&self, caller: &Caller) -> Vec<Arc<DeployedWorkflow>> {
        let mut all = self.catalog.all().await;
        all.retain(|deployed| caller.reaches_workflow(&deployed.entry.id));
        all
    }

    /// The same, with the current state of their engine instances.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Arc<DeployedWorkflow>>, DomainError> {
        let all = self.deployed(caller).await?;
        self.engines.refresh_for_list(&all).await;
        Ok(self.reached(caller).await)
    }

    /// A workflow that the caller may see: its current version, or the one that the ID names.
    pub async fn find(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<Option<Arc<DeployedWorkflow>>, DomainError> {
        self.access.require(caller, READ_WORKFLOWS)?;
        let id = WorkflowId::of(id);
        if !caller.reaches_workflow(&id.name) {
            return Ok(None);
        }
        Ok(self.catalog.find(&id).await?.ok())
    }

    /// The same with all its versions, and with the current state of its engine instances.
    pub async fn describe(&self, caller: &Caller, id: &str) -> Result<WorkflowDetail, DomainError> {
        let found = self.find(caller, id).await?;
        let deployed = found.ok_or_else(|| unknown(id))?;
        self.engines
            .refresh_for_list(std::slice::from_ref(&deployed))
            .await;
        self.detail(&deployed).await
    }

    /// A workflow as it is listed: with its problems now, which include the node classes that no online engine instance
    /// has, and how long it usually takes.
    pub fn entry(&self, deployed: &DeployedWorkflow) -> WorkflowEntry {
        let keep = self.retention.of(deployed.runnable.workflow.about.keep);
        WorkflowEntry {
            problems: self.engines.problems(deployed),
            warnings: self.engines.warnings(deployed),
            typical_ms: self.runs.waiting.typical_ms(&deployed.entry.id),
            keep: keep.and_then(|keep| serde_json::to_string(&keep).ok()),
            ..deployed.entry.clone()
        }
    }

    /// The limits of all kept runs together, if there are any.
    pub fn keep_of_all(&self) -> Option<impl Serialize + use<>> {
        self.retention.of_all()
    }

    async fn detail(&self, deployed: &DeployedWorkflow) -> Result<WorkflowDetail, DomainError> {
        Ok(WorkflowDetail {
            versions: self.catalog.versions(&deployed.entry.id).await?,
            entry: self.entry(deployed),
        })
    }
}

fn unknown(id: &str) -> DomainError {
    DomainError::NotFound(format!(
        "there is no workflow “{id}”; list the workflows to see their IDs"
    ))
}
