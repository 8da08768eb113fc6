//! The start of a run: its values are checked, it is stored and handed over. Does not know where the
//! values came from.

use std::path::Path;
use std::sync::Arc;

use super::api_error::ApiError;
use super::app_state::AppState;
use super::catalog::DeployedWorkflow;
use super::form::Form;
use super::hand_over::hand_over;
use super::job::Job;
use super::store::{RunOutcome, RunRecord};
use super::uploads::UploadFolder;
use super::value_check;
use crate::api::{RunEntry, RunStatus};

/// A run that has not been accepted yet. Its uploads are removed unless it is accepted.
#[derive(Debug)]
pub(crate) struct Submission {
    run_id: String,
    group_id: Option<String>,
    folder: UploadFolder,
}

impl Submission {
    /// A submission with a new run id.
    pub(crate) fn new(app: &AppState, group_id: Option<String>) -> Self {
        let run_id = uuid::Uuid::new_v4().to_string();
        Self {
            folder: UploadFolder::new(&app.uploads, &run_id),
            run_id,
            group_id,
        }
    }

    /// The folder for its uploads.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the run. When this returns, the store and an engine instance have it.
    ///
    /// # Errors
    /// When values are invalid, or no instance accepts the run.
    pub(crate) async fn start(
        self,
        app: Arc<AppState>,
        deployed: Arc<DeployedWorkflow>,
        form: Form,
    ) -> Result<RunEntry, ApiError> {
        let deployed = value_check::checked(&app, deployed, &form).await?;
        let entry = RunEntry {
            run_id: self.run_id,
            workflow_id: deployed.entry.id.clone(),
            version: Some(deployed.version),
        };
        let run = new_run(&entry, self.group_id, &deployed, form);
        let folder = self.folder;
        // In a separate task, so that a client that disconnects cannot interrupt the hand-over.
        let task = tokio::spawn(async move {
            let (workflow, schema) = (deployed.workflow.clone(), deployed.schema.clone());
            let id = &run.workflow_id;
            let job = Job::new(&run.id, id, workflow, schema, &run.inputs, &app.uploads)
                .of_deployed(&deployed, app.metadata_of(&deployed));
            folder.sync().await.map_err(sync_failed)?;
            store_and_hand_over(&app, &job, run).await?;
            folder.keep();
            Ok::<(), ApiError>(())
        });
        task.await.map_err(ApiError::internal)??;
        Ok(entry)
    }
}

fn sync_failed(why: std::io::Error) -> ApiError {
    ApiError::internal(format!(
        "writing the uploads through to the disk: {why}; free disk space in the data folder"
    ))
}

/// Stores a run and hands it over. If no instance accepts it, it is stored as failed.
async fn store_and_hand_over(
    app: &Arc<AppState>,
    job: &Job,
    run: RunRecord,
) -> Result<(), ApiError> {
    if app.pool.lacks_models(job.needs()) {
        app.refresh_classes().await;
    }
    let reservation = app
        .pool
        .reserve(job, &[])
        .inspect_err(|_| app.pool.probe())?;
    let run = RunRecord {
        instance_address: Some(reservation.instance.address.clone()),
        ..run
    };
    app.store.insert(run).await.map_err(ApiError::internal)?;
    let result = hand_over(app, job, reservation).await;
    if let Err(error) = &result {
        let outcome = RunOutcome::failed(error.to_string());
        let finished = app.store.finish(&job.run_id, outcome).await;
        finished.map_err(ApiError::internal)?;
    }
    result
}

/// Ensures that a workflow has no problems.
///
/// # Errors
/// Its problems, as a conflict; if only an offline instance can execute it, that it is unavailable.
pub(crate) async fn ensure_runnable(
    app: &Arc<AppState>,
    deployed: &DeployedWorkflow,
) -> Result<(), ApiError> {
    if let Some(instance) = app.pool.awaited(deployed.needs()) {
        instance.contacted().await;
    }
    if app.pool.lacks_models(deployed.needs()) {
        app.refresh_classes().await;
    }
    let problems = match app.pool.awaited(deployed.needs()) {
        // The placement refuses it.
        Some(_) => deployed.entry.problems.clone(),
        None => app.problems(deployed),
    };
    if problems.is_empty() {
        return Ok(());
    }
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    Err(ApiError::Conflict(format!(
        "the workflow “{}” cannot run: {}",
        deployed.entry.id,
        problems.join("; ")
    )))
}

fn new_run(
    entry: &RunEntry,
    group_id: Option<String>,
    deployed: &DeployedWorkflow,
    form: Form,
) -> RunRecord {
    RunRecord {
        id: entry.run_id.clone(),
        workflow_id: entry.workflow_id.clone(),
        version: entry.version,
        group_id,
        status: RunStatus::Pending,
        error: None,
        instance_address: None,
        prompt_id: entry.run_id.clone(),
        workflow: Some(deployed.workflow.to_value().to_string()),
        inputs: form.inputs,
        outputs: Vec::new(),
        created_at: None,
        started_at: None,
        completed_at: None,
    }
}
