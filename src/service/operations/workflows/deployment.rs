//! Deploys workflows, deploys versions again, and deletes workflows.

use super::{WorkflowDetail, WorkflowOperations, unknown};
use crate::auth::Caller;
use crate::catalog::{self, WorkflowId, deploy};
use crate::form::Form;
use crate::operations::access::Needs;
use crate::operations::error::DomainError;
use crate::uploads::NewUploads;
use api::Right;
use schema::InputSchema;
use store::Author;

/// To deploy and delete workflows.
pub const DEPLOY_WORKFLOWS: Needs = Needs::right(Right::Deploy);

/// A deployment that waits for its files.
pub struct Deployment {
    workflows: WorkflowOperations,
    id: String,
    by: Author,
    uploads: NewUploads,
}

impl WorkflowOperations {
    /// Admits the deployment of a workflow with this ID, if the caller reaches it and the disk has room.
    pub async fn admit(&self, caller: &Caller, id: &str) -> Result<Deployment, DomainError> {
        self.access.require(caller, DEPLOY_WORKFLOWS)?;
        ensure_reach(caller, id)?;
        self.retention.ensure_room().await?;
        // A change in the folder from before the request is the older version.
        self.catalog.look().await;
        if let Some(why) = catalog::id_problem(id) {
            let msg = format!("a workflow cannot have the ID “{id}”: {why}");
            return Err(DomainError::invalid(
                "path",
                "workflow_id",
                msg,
                "workflow_id",
            ));
        }
        Ok(Deployment {
            uploads: self.runs.uploads.begin(&uuid::Uuid::new_v4().to_string()),
            workflows: self.clone(),
            id: id.to_owned(),
            by: caller.author(),
        })
    }

    /// Deploys the version that the ID names as the newest one.
    pub async fn deploy_again(
        &self,
        caller: &Caller,
        id: &str,
    ) -> Result<WorkflowDetail, DomainError> {
        self.access.require(caller, DEPLOY_WORKFLOWS)?;
        let no_version = || {
            DomainError::NotFound(format!(
                "there is no version “{id}”; name one that the workflow lists, such as “poster@v1”"
            ))
        };
        let WorkflowId { name, version } = WorkflowId::of(id);
        ensure_reach(caller, &name)?;
        let number = version.ok_or_else(no_version)?;
        let by = caller.author();
        let deployed = self.catalog.deploy_again(&name, number, by).await?;
        self.detail(&*deployed.ok_or_else(no_version)?).await
    }

    /// Deletes a workflow. Its versions can no longer be run. Its runs stay.
    pub async fn delete(&self, caller: &Caller, id: &str) -> Result<(), DomainError> {
        self.access.require(caller, DEPLOY_WORKFLOWS)?;
        if !caller.reaches_workflow(id) || !self.catalog.delete(id, caller.author()).await? {
            return Err(unknown(id));
        }
        Ok(())
    }
}

impl Deployment {
    /// The parts of its form, and where its files go.
    pub fn form(&mut self) -> (&'static InputSchema, &mut NewUploads) {
        (&deploy::PARTS, &mut self.uploads)
    }

    /// Deploys the workflow of a form whose files were received, as the newest version.
    pub async fn deploy(self, form: Form) -> Result<WorkflowDetail, DomainError> {
        let catalog = self.workflows.catalog.clone();
        let deployed = deploy::deploy(catalog, self.id, form, self.uploads, self.by).await?;
        self.workflows.detail(&deployed).await
    }
}

fn ensure_reach(caller: &Caller, id: &str) -> Result<(), DomainError> {
    match caller.reaches_workflow(id) {
        true => Ok(()),
        false => Err(DomainError::OtherWorkflow),
    }
}
