//! One attempt to hand a job over to one engine instance. Does not know the other instances.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::service::api_error::ApiError;
use crate::service::app_state::AppState;
use crate::service::engine_client::{AcceptedPrompt, EngineError, PromptError};
use crate::service::filename_prefix;
use crate::service::instance::Instance;
use crate::service::job::{Job, UnsafePrefix};
use crate::service::node_progress::RunNodes;
use crate::service::prompt_errors;
use crate::workflow::classes::NodeClasses;

/// How often to ask an instance whether it has a task, and how long to wait in between.
const MAX_CHECKS: usize = 3;
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Why an attempt failed.
pub(super) enum AttemptError {
    /// The instance has not received the job. Another may take it.
    NotReceived(String),
    /// The instance may have received the job.
    Unknown(String),
    /// Every instance would reject the job.
    Rejected(ApiError),
}

/// Uploads a job's files to an instance and queues its graph there. Returns the nodes that it executes, too.
pub(super) async fn attempt(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    job: &Job,
) -> Result<(AcceptedPrompt, RunNodes), AttemptError> {
    let client = &instance.client;
    let classes = fitting_classes(app, instance, job).await?;
    let files = job.upload_files(client).await.map_err(upload_failed)?;
    let mut graph = job
        .graph(&files, &classes)
        .map_err(|prefix| unsafe_prefix(job, prefix))?;
    filename_prefix::fill_in_times(&mut graph);
    let accepted = client
        .prompt(
            &graph.to_value(),
            &job.run_id,
            &instance.client_id,
            &job.metadata(),
        )
        .await
        .map_err(|error| match error {
            PromptError::Unreachable(why) => AttemptError::NotReceived(why),
            PromptError::Unknown(why) => AttemptError::Unknown(why),
            PromptError::Rejected(body) => rejected(job, &body),
        })?;
    // The engine would skip the nodes with errors, but a run executes completely or not at all.
    let has_errors = |errors: &Map<String, Value>| !errors.is_empty();
    if accepted.node_errors.as_object().is_some_and(has_errors) {
        instance.withdraw(&accepted.prompt_id).await;
        let body = Map::from_iter([("node_errors".to_owned(), accepted.node_errors)]);
        return Err(rejected(job, &body));
    }
    Ok((accepted, RunNodes::of(&graph, &classes)))
}

/// The classes of an instance that the values of a job fit. Before a value is refused, they are read again: the
/// engine may have new options.
async fn fitting_classes(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    job: &Job,
) -> Result<Arc<NodeClasses>, AttemptError> {
    let classes = || {
        let silent = || AttemptError::NotReceived("it does not respond".to_owned());
        instance.classes().ok_or_else(silent)
    };
    let known = classes()?;
    if job.misfits(&known).is_empty() {
        return Ok(known);
    }
    app.refresh_classes_of(instance).await;
    let current = classes()?;
    let misfits = job.misfits(&current);
    match misfits.is_empty() {
        true => Ok(current),
        false => Err(AttemptError::Rejected(ApiError::Invalid(misfits))),
    }
}

fn upload_failed(error: EngineError) -> AttemptError {
    if error.status == Some(413) {
        let message = "uploading a file to the engine: it is too large; send a smaller one";
        return AttemptError::Rejected(ApiError::TooLarge(message.to_owned()));
    }
    AttemptError::NotReceived(format!("uploading its files: {error}"))
}

fn unsafe_prefix(job: &Job, prefix: UnsafePrefix) -> AttemptError {
    let input = Some("filename_prefix");
    let field = prompt_errors::field(&job.workflow, &job.schema, &prefix.node, input);
    let item = prompt_errors::validation_item(field, prefix.message, "value_error");
    AttemptError::Rejected(ApiError::Invalid(vec![item]))
}

fn rejected(job: &Job, body: &Map<String, Value>) -> AttemptError {
    let items = prompt_errors::validation_items(body, &job.workflow, &job.schema);
    AttemptError::Rejected(ApiError::Invalid(items))
}

/// Whether an instance has or had a task; `None` if it does not respond. Asks several times: the
/// instance may still be reading the request.
pub(super) async fn has_task(instance: &Instance, prompt_id: &str) -> Option<bool> {
    let client = &instance.client;
    for _ in 0..MAX_CHECKS {
        let queue = client.queue().await.ok()?;
        let queued = queue
            .running
            .iter()
            .chain(&queue.pending)
            .any(|task| task.id == prompt_id);
        if queued || client.history(prompt_id).await.ok()?.is_some() {
            return Some(true);
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
    Some(false)
}
