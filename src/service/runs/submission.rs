//! The start of a run: its values are checked, and it is stored. Then it waits for an engine instance; nothing here
//! waits for one. Does not know where the values came from.

use std::sync::Arc;

use tracing::Instrument;

use super::Runs;
use super::file_references;
use super::repetition::{self, entry};
use super::run_check;
use super::run_end;
use super::submit_error::SubmitError;
use super::unknown_fields;
use super::value_check;
use super::waiting_runs::WaitingRun;
use crate::catalog::{DeployedWorkflow, WorkflowId};
use crate::form::Form;
use crate::log_ids;
use crate::uploads::NewUploads;
use api::{Priority, RunEntry};
use run_core::{Accepted, Job};
use schema::UnknownField;
use store::{RunOutcome, RunRecord, StoreError, TraceContext, WebhookTarget, holder};

/// A run that has not been accepted yet. Its uploads are removed unless it is accepted.
#[derive(Debug)]
pub(crate) struct Submission {
    run_id: String,
    terms: Terms,
    uploads: NewUploads,
}

/// Under which terms a run is submitted.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub(crate) group_id: Option<String>,
    /// The name of the key that submits it.
    pub(crate) owner: String,
    pub(crate) priority: Priority,
    pub(crate) idempotency_key: Option<String>,
    /// Whether values that no field takes are refused.
    pub(crate) is_strict: bool,
    pub(crate) reporting: Reporting,
}

/// What reports about a run need besides the run.
#[derive(Debug, Default)]
pub(crate) struct Reporting {
    /// What is told about it besides the webhooks of its key.
    pub(crate) webhook: Option<WebhookTarget>,
    /// The address that it was submitted to, if absolute links have to begin with it.
    pub(crate) link_base: Option<String>,
    /// The trace of the request that submits it, if its caller has named one.
    pub(crate) trace: Option<TraceContext>,
}

/// A run that was started.
#[derive(Debug)]
pub struct Started {
    /// What callers see of the run.
    pub entry: RunEntry,
    /// The values that no field takes.
    pub unknown_fields: Vec<UnknownField>,
}

impl Submission {
    /// A submission with a new run id.
    pub(crate) fn new(runs: &Runs, terms: Terms) -> Self {
        let run_id = uuid::Uuid::new_v4().to_string();
        Self {
            uploads: runs.uploads.begin(&run_id),
            run_id,
            terms,
        }
    }

    /// Where its files are received.
    pub(crate) fn uploads(&mut self) -> &mut NewUploads {
        &mut self.uploads
    }

    /// The entry of an earlier run, if this form has its values.
    ///
    /// # Errors
    /// When it has others.
    pub(crate) fn repeats(&self, earlier: &RunRecord, form: Form) -> Result<RunEntry, SubmitError> {
        let id = WorkflowId::of(&earlier.workflow_id);
        let digest = repetition::digest(&form.into_inputs());
        repetition::repeated(earlier, &id, Some(&digest))
    }

    /// Starts the run. When this returns, the store has it.
    ///
    /// # Errors
    /// When values are invalid, or no instance could execute the run.
    pub(crate) async fn start(
        mut self,
        runs: Arc<Runs>,
        deployed: Arc<DeployedWorkflow>,
        mut form: Form,
    ) -> Result<Started, SubmitError> {
        file_references::resolve(&runs, &mut form, &mut self.uploads).await?;
        let unknown_fields = unknown_fields::of(&deployed.runnable.schema, &form);
        if self.terms.is_strict {
            let errors = unknown_fields.iter().map(UnknownField::error);
            form.errors.extend(errors);
        }
        let deployed = value_check::checked(&runs, deployed, &form).await?;
        let memory = std::mem::take(&mut form.memory);
        let run = new_run(self.run_id, self.terms, &deployed, form);
        let digest = run.digest.clone();
        let metadata = runs.metadata_of(&deployed.runnable);
        let (id, inputs) = (&run.workflow_id, &run.inputs);
        let accepted = Accepted::of(deployed.runnable.clone());
        let job = Job::new(&run.id, id, accepted, inputs, metadata);
        let waiting = WaitingRun::new(&run, &job);
        let fitting = run_check::check(&runs, &waiting, &job).await?;
        let waiting = waiting.keeping(runs.kept_jobs.keep(Arc::new(job)));
        let mut uploads = self.uploads;
        let log_ids = log_ids::of_run(&run.id, Some(holder(&run.owner)), run.trace);
        // In a separate task, so that a client that disconnects cannot interrupt it.
        let accepting = async move {
            let admission = run_check::admit(&runs, &waiting, fitting)?;
            uploads.commit().await.map_err(SubmitError::Uploads)?;
            let entry = entry(&run);
            let stored = insert(&runs, run).await;
            if !matches!(stored, Ok(None)) {
                uploads.remove().await;
            }
            let earlier = stored?;
            // Until now, its texts waited for the store in memory.
            drop(memory);
            if let Some(earlier) = earlier {
                let id = WorkflowId::of(&entry.workflow_id);
                return repetition::repeated(&earlier, &id, digest.as_deref()).map(Started::from);
            }
            let (run_id, workflow_id) = (&entry.run_id, &entry.workflow_id);
            tracing::info!(target: "run_log", run_id, workflow_id, "accepted a run");
            unknown_fields::log(&entry, &unknown_fields);
            runs.waiting.add(waiting, &runs.engines.pool.instances());
            drop(admission);
            Ok(Started {
                entry,
                unknown_fields,
            })
        };
        tokio::spawn(accepting.instrument(log_ids)).await?
    }
}

impl From<RunEntry> for Started {
    /// A run that had been started before.
    fn from(entry: RunEntry) -> Self {
        Self {
            entry,
            unknown_fields: Vec::new(),
        }
    }
}

/// Stores a run. If the store fails, it may have written the run all the same: it is accepted then, or ends as soon as
/// the store works again, because its caller knows of no run.
async fn insert(runs: &Arc<Runs>, run: RunRecord) -> Result<Option<RunRecord>, StoreError> {
    let id = run.id.clone();
    let error = match runs.open_runs.insert(run).await {
        Err(error) if !error.is_lasting() => error,
        stored => return stored,
    };
    if matches!(runs.stored_runs.run(&id).await, Ok(Some(_))) {
        return Ok(None);
    }
    let runs = runs.clone();
    runs.background.clone().spawn(async move {
        let outcome =
            RunOutcome::failed("the run store failed when this run was submitted; run it again");
        let _ = run_end::end_waiting(&runs, &id, outcome).await;
    });
    Err(error)
}

/// The workflow with this id, if it can run; if it does not exist, the ids of all workflows. The engines' classes
/// convert it, so it waits for them after a start.
///
/// # Errors
/// What keeps it from running.
pub(crate) async fn runnable(
    runs: &Arc<Runs>,
    id: &WorkflowId,
) -> Result<Result<Arc<DeployedWorkflow>, Vec<String>>, SubmitError> {
    runs.engines.first_contact().await;
    loop {
        let deployed = match runs.catalog.find(id).await? {
            Ok(deployed) => deployed,
            Err(ids) => return Ok(Err(ids)),
        };
        match ensure_runnable(runs, &deployed).await {
            Ok(()) => return Ok(Ok(deployed)),
            // An instance that was not tried yet may have what the others lack.
            Err(SubmitError::Workflow { .. }) if runs.engines.all_contacted().await => {}
            Err(error) => return Err(error),
        }
    }
}

/// Ensures that a workflow has no problems.
///
/// # Errors
/// Its problems, as a conflict; while it was not converted with an engine's classes, that it is unavailable.
async fn ensure_runnable(runs: &Arc<Runs>, deployed: &DeployedWorkflow) -> Result<(), SubmitError> {
    if runs.engines.pool.known_classes().is_empty() || deployed.runnable.is_provisional {
        runs.engines.pool.probe();
        return Err(SubmitError::NoEngine);
    }
    if runs.engines.pool.lacks_options(deployed.runnable.needs()) {
        runs.engines.refresh_classes().await;
    }
    let mut problems = deployed.entry.problems.clone();
    problems.extend(runs.engines.pool.problems(deployed.runnable.needs()));
    if problems.is_empty() {
        return Ok(());
    }
    Err(SubmitError::workflow(&deployed.entry.id, &problems))
}

fn new_run(id: String, terms: Terms, deployed: &DeployedWorkflow, form: Form) -> RunRecord {
    let copy = deployed.runnable.copy();
    let inputs = form.into_inputs();
    RunRecord {
        workflow_id: deployed.entry.id.clone(),
        version: Some(deployed.runnable.version),
        group_id: terms.group_id,
        owner: terms.owner,
        priority: terms.priority,
        digest: terms
            .idempotency_key
            .is_some()
            .then(|| repetition::digest(&inputs)),
        idempotency_key: terms.idempotency_key,
        workflow: Some(copy.workflow.clone()),
        schema: Some(copy.schema.clone()),
        inputs,
        webhook: terms.reporting.webhook,
        link_base: terms.reporting.link_base,
        trace: terms.reporting.trace,
        ..RunRecord::waiting(&id)
    }
}
