//! The start of runs. A submission is admitted or refused before its values are read, so that nobody sends large files
//! in vain.

mod upload_size;
mod workflow_choice;

use std::sync::Arc;

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use super::runs::owned;
use super::webhooks::WebhookOperations;
use crate::auth::Caller;
use crate::catalog::{DeployedWorkflow, SharedCatalog, WorkflowId};
use crate::engines::{Engines, UploadLimit};
use crate::form::Form;
use crate::retention::Retention;
use crate::runs::{Reporting, Runs, Submission, Terms, regenerate, repetition};
use crate::uploads::NewUploads;
use api::{Priority, Right, RunEntry};
use schema::InputSchema;
use store::{RunRecord, RunStore};

pub use crate::runs::Started;
pub use store::{TRACEPARENT, TraceContext};

/// To submit a run.
pub const SUBMIT_RUN: Needs = Needs::right(Right::Run).to_submit();

/// The use cases that start runs.
pub struct SubmissionOperations {
    access: Access,
    runs: Arc<Runs>,
    retention: Arc<Retention>,
    catalog: Arc<SharedCatalog>,
    engines: Arc<Engines>,
    webhooks: WebhookOperations,
    store: Arc<dyn RunStore>,
}

/// A run to start, without its values.
#[derive(Debug, Default)]
pub struct NewRun {
    /// The ID of the workflow, perhaps of one version of it.
    pub workflow_id: Option<String>,
    /// The group that the run belongs to.
    pub group_id: Option<String>,
    /// How soon it starts among the runs of its key.
    pub priority: Priority,
    /// Names the submission, so that a repetition of it starts no second run.
    pub idempotency_key: Option<String>,
    /// Whether values that no field takes are refused.
    pub is_strict: bool,
    /// How its events are reported.
    pub reports: Reports,
}

/// How the events of a run are reported to its caller.
#[derive(Debug, Default)]
pub struct Reports {
    /// The address that is called, besides those of the webhooks of the caller's key.
    pub webhook_url: Option<String>,
    /// The address that it was submitted to, if absolute links have to begin with it.
    pub link_base: Option<String>,
    /// The trace of the request that submits it, if its caller named one.
    pub trace: Option<TraceContext>,
}

/// The decision about a submission before its values are read.
pub enum Admission {
    /// It is admitted and waits for its values.
    Values(Box<AdmittedRun>),
    /// It was sent before and started this run. Its values do not matter.
    Known(RunEntry),
}

/// A submission that waits for its values.
pub struct AdmittedRun {
    runs: Arc<Runs>,
    deployed: Arc<DeployedWorkflow>,
    submission: Submission,
    /// The run that it started before. Their values are compared.
    earlier: Option<RunRecord>,
    /// How large each of its files may be.
    file_limit: Option<UploadLimit>,
}

impl SubmissionOperations {
    /// Starts the runs of a service.
    pub(super) fn new(parts: &Parts, webhooks: WebhookOperations) -> Self {
        Self {
            access: Access::new(parts),
            runs: parts.runs.clone(),
            retention: parts.retention.clone(),
            catalog: parts.catalog.clone(),
            engines: parts.engines.clone(),
            webhooks,
            store: parts.store.clone(),
        }
    }

    /// Admits a submission. Unless it was sent before, the disk must have room, the webhook must be allowed, and the
    /// workflow must be able to run.
    pub async fn admit(&self, caller: &Caller, new: NewRun) -> Result<Admission, DomainError> {
        self.access.require(caller, SUBMIT_RUN)?;
        let workflow_id = new.workflow_id.as_deref().filter(|id| !id.is_empty());
        if let Some(id) = workflow_id
            && let Some(earlier) = self.earlier(caller, &new, id).await?
        {
            return self.again(caller, new, earlier).await;
        }
        self.retention.ensure_room().await?;
        let webhook_url = new.reports.webhook_url.as_deref();
        let webhook = self.webhooks.target_of_run(caller, webhook_url).await?;
        let deployed = self.runnable(caller, workflow_id).await?;
        let mut terms = terms(caller, new);
        terms.reporting.webhook = webhook;
        Ok(self.values(terms, deployed, None))
    }

    /// The run that a submission with the same idempotency key started.
    async fn earlier(
        &self,
        caller: &Caller,
        new: &NewRun,
        id: &str,
    ) -> Result<Option<RunRecord>, DomainError> {
        let id = WorkflowId::of(id);
        if !caller.reaches_workflow(&id.name) {
            return Ok(None);
        }
        let key = new.idempotency_key.as_deref();
        Ok(repetition::earlier(&self.runs, &caller.name, key, &id).await?)
    }

    /// A submission that was sent before. Its values are compared with those of the run, if these are known.
    async fn again(
        &self,
        caller: &Caller,
        new: NewRun,
        earlier: RunRecord,
    ) -> Result<Admission, DomainError> {
        let deployed = self
            .catalog
            .once_deployed(&earlier.workflow_id, earlier.version);
        let deployed = deployed.await?;
        Ok(match deployed.filter(|_| earlier.digest.is_some()) {
            Some(deployed) => self.values(terms(caller, new), deployed, Some(earlier)),
            None => Admission::Known(repetition::entry(&earlier)),
        })
    }

    fn values(
        &self,
        terms: Terms,
        deployed: Arc<DeployedWorkflow>,
        earlier: Option<RunRecord>,
    ) -> Admission {
        let limit = || self.engines.pool.upload_limit(deployed.runnable.needs());
        Admission::Values(Box::new(AdmittedRun {
            file_limit: earlier.is_none().then(limit).flatten(),
            submission: Submission::new(&self.runs, terms),
            runs: self.runs.clone(),
            deployed,
            earlier,
        }))
    }

    /// Repeats a run of the caller with the same values and files.
    pub async fn regenerate(
        &self,
        caller: &Caller,
        run_id: &str,
        reports: Reports,
    ) -> Result<Started, DomainError> {
        self.access.require(caller, SUBMIT_RUN)?;
        let run = owned(self.store.run(run_id).await?, caller, run_id)?;
        self.retention.ensure_room().await?;
        let webhook_url = reports.webhook_url.as_deref();
        let reporting = Reporting {
            webhook: self.webhooks.target_of_run(caller, webhook_url).await?,
            link_base: reports.link_base,
            trace: reports.trace,
        };
        let (runs, owner) = (self.runs.clone(), caller.name.clone());
        Ok(regenerate::regenerate(runs, run, owner, reporting).await?)
    }
}

impl AdmittedRun {
    /// The fields of its values, and the place for its files.
    pub fn form(&mut self) -> (&InputSchema, &mut NewUploads) {
        (&self.deployed.runnable.schema, self.submission.uploads())
    }

    /// How large each of its files may be.
    pub fn file_limit(&self) -> Option<UploadLimit> {
        self.file_limit
    }

    /// Ensures that values of this size, in bytes, are not larger than the workflow can take.
    pub fn ensure_size(&self, size: u64) -> Result<(), DomainError> {
        match self.file_limit {
            Some(limit) => upload_size::ensure(&self.deployed.runnable.schema, limit, size),
            None => Ok(()),
        }
    }

    /// Starts the run with these values, or returns the run that was started before if it has the same values.
    pub async fn start(self, form: Form) -> Result<Started, DomainError> {
        match self.earlier {
            Some(earlier) => Ok(self.submission.repeats(&earlier, form)?.into()),
            None => Ok(self
                .submission
                .start(self.runs, self.deployed, form)
                .await?),
        }
    }
}

/// The terms of a submission, without its webhook.
fn terms(caller: &Caller, new: NewRun) -> Terms {
    Terms {
        group_id: new.group_id,
        owner: caller.name.clone(),
        priority: new.priority,
        idempotency_key: new.idempotency_key,
        is_strict: new.is_strict,
        reporting: Reporting {
            webhook: None,
            link_base: new.reports.link_base,
            trace: new.reports.trace,
        },
    }
}
