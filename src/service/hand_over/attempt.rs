//! One attempt to hand a job over to one engine instance. Does not know the other instances.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::service::app_state::AppState;
use crate::service::engine_client::{AcceptedPrompt, EngineError, PromptError};
use crate::service::filename_prefix;
use crate::service::instance::Instance;
use crate::service::job::{Job, UnsafePrefix};
use crate::service::node_progress::RunNodes;
use crate::service::prompt_errors;
use crate::workflow::Workflow;
use crate::workflow::classes::NodeClasses;

/// Why an attempt failed.
pub(super) enum AttemptError {
    /// The instance has not received the job, but may take it later.
    NotReceived(String),
    /// The instance cannot take the job; another one may.
    Refused(String),
    /// The instance may have received the job.
    Unknown(String),
    /// Every instance would reject the job.
    Rejected(String),
}

/// Uploads a job's files to an instance and queues its graph there. Returns the nodes that it executes, too.
pub(super) async fn attempt(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    job: &Job,
    prompt_id: &str,
    client_id: &str,
) -> Result<(AcceptedPrompt, RunNodes), AttemptError> {
    let lost = || "it does not respond".to_owned();
    let (graph, nodes) = tokio::select! {
        prepared = prepare(app, instance, job) => prepared?,
        () = instance.offline() => return Err(AttemptError::NotReceived(lost())),
    };
    let (graph, metadata) = (graph.to_value(), job.metadata());
    let prompt = instance
        .client
        .prompt(&graph, prompt_id, client_id, &metadata);
    let accepted = tokio::select! {
        accepted = prompt => accepted.map_err(|error| prompt_failed(job, error))?,
        () = instance.offline() => return Err(AttemptError::Unknown(lost())),
    };
    // The engine would skip the nodes with errors, but a run executes completely or not at all.
    let has_errors = |errors: &Map<String, Value>| !errors.is_empty();
    if accepted.node_errors.as_object().is_some_and(has_errors) {
        instance.withdraw(&accepted.prompt_id).await;
        let body = Map::from_iter([("node_errors".to_owned(), accepted.node_errors)]);
        return Err(rejected(job, &body));
    }
    Ok((accepted, nodes))
}

/// Uploads the files and builds the graph.
async fn prepare(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    job: &Job,
) -> Result<(Workflow, RunNodes), AttemptError> {
    let classes = fitting_classes(app, instance, job).await?;
    let files = upload_files(instance, job).await?;
    let mut graph = job
        .graph(&files, &classes)
        .map_err(|prefix| unsafe_prefix(job, prefix))?;
    filename_prefix::fill_in_times(&mut graph);
    let times = app.node_times.get(&job.workflow_id);
    let nodes = RunNodes::of(&graph, &classes).with_times(times);
    Ok((graph, nodes))
}

fn prompt_failed(job: &Job, error: PromptError) -> AttemptError {
    match error {
        PromptError::Unreachable(why) => AttemptError::NotReceived(why),
        PromptError::Unknown(why) => AttemptError::Unknown(why),
        PromptError::Rejected(body) => rejected(job, &body),
    }
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
        false => Err(AttemptError::Refused(prompt_errors::explanation(&misfits))),
    }
}

/// Uploads the files of a job that the instance has not got yet. Returns their names there by field name.
async fn upload_files(
    instance: &Instance,
    job: &Job,
) -> Result<HashMap<String, String>, AttemptError> {
    let mut names = HashMap::new();
    for (field, file) in job.files() {
        let known = instance.uploaded(&file.sent_as);
        let name = match known {
            Some(name) => name,
            None => {
                let path = job.path_of(file);
                let sent = instance
                    .client
                    .upload(&path, &file.sent_as, file.size)
                    .await;
                let name = sent.map_err(|error| upload_failed(instance, file.size, &error))?;
                instance.note_upload(&file.sent_as, name.clone());
                name
            }
        };
        names.insert(field.clone(), name);
    }
    Ok(names)
}

fn upload_failed(instance: &Instance, size: u64, error: &EngineError) -> AttemptError {
    if error.status == Some(413) {
        instance.set_max_upload(Some(size.saturating_sub(1)));
        return AttemptError::Refused(format!(
            "uploading a file of {size} bytes to the engine instance {}: it is too large there; \
             send a smaller one, or start ComfyUI with a larger --max-upload-size",
            instance.address
        ));
    }
    AttemptError::NotReceived(format!("uploading its files: {error}"))
}

fn unsafe_prefix(job: &Job, prefix: UnsafePrefix) -> AttemptError {
    let input = Some("filename_prefix");
    let field = prompt_errors::field(&job.workflow, &job.schema, &prefix.node, input);
    let item = prompt_errors::validation_item(field, prefix.message, "value_error");
    AttemptError::Rejected(prompt_errors::explanation(&[item]))
}

fn rejected(job: &Job, body: &Map<String, Value>) -> AttemptError {
    let items = prompt_errors::validation_items(body, &job.workflow, &job.schema);
    AttemptError::Rejected(prompt_errors::explanation(&items))
}
