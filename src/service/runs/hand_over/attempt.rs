//! One attempt to hand a job over to one engine instance. Does not know the other instances.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use blobs::BlobReader;
use chrono::Local;

use serde_json::{Map, Value};

use super::left_out;
use crate::clock;
use crate::engines::{Instance, RunNodes};
use crate::runs::Runs;
use crate::uploads::upload_name;
use api::LeftOut;
use comfy_client::{AcceptedPrompt, EngineError, PromptError};
use run_core::{Job, Prepared, StoredFile, prompt_errors};
use workflow::Workflow;
use workflow::classes::NodeClasses;

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

/// A graph as it goes to an instance.
struct Graph {
    prepared: Arc<Prepared>,
    classes: Arc<NodeClasses>,
    workflow: Workflow,
}

/// What an instance has accepted.
pub(super) struct Accepted {
    pub(super) task: AcceptedPrompt,
    /// The nodes that it executes.
    pub(super) nodes: RunNodes,
    /// The outputs that it does not execute.
    pub(super) left_out: Vec<LeftOut>,
}

/// The weight from which a job is large, in bytes. The texts of one that is being handed over are in memory many times.
const LARGE: usize = 1 << 20;

/// Uploads a job's files to an instance and queues its graph there.
pub(super) async fn attempt(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    job: &Job,
    prompt_id: &str,
    client_id: &str,
) -> Result<Accepted, AttemptError> {
    let lost = || "it does not respond".to_owned();
    let _turn = match job.weight() >= LARGE {
        true => Some(instance.large_jobs.turn().await),
        false => None,
    };
    let graph = tokio::select! {
        prepared = prepare(runs, instance, job) => prepared?,
        () = instance.availability.offline() => return Err(AttemptError::NotReceived(lost())),
    };
    let (prompt, metadata) = (graph.workflow.to_value(), job.metadata());
    let sent = instance
        .client
        .prompt(prompt, prompt_id, client_id, metadata);
    let task = tokio::select! {
        accepted = sent => accepted.map_err(|error| prompt_failed(&graph, error))?,
        () = instance.availability.offline() => return Err(AttemptError::Unknown(lost())),
    };
    let errors = task.node_errors.as_object().cloned().unwrap_or_default();
    let main = graph.prepared.main_outputs();
    let Some(left_out) = left_out::of(&errors, &graph.workflow, &graph.classes, main) else {
        // A run executes what it shows completely or not at all.
        instance.withdraw(&task.prompt_id).await;
        let body = [("node_errors".to_owned(), errors.into())];
        return Err(rejected(&graph, &body.into_iter().collect()));
    };
    let executed = left_out::without(graph.workflow, &left_out);
    let times = runs.node_times.get(&job.workflow_id);
    let nodes = RunNodes::of(&executed, &graph.classes).with_times(times);
    Ok(Accepted {
        task,
        nodes,
        left_out,
    })
}

/// Uploads the files and builds the graph.
async fn prepare(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    job: &Job,
) -> Result<Graph, AttemptError> {
    let (prepared, classes) = fitting(runs, instance, job).await?;
    let names = upload_files(runs, instance, job).await?;
    let now = clock::now().with_timezone(&Local).naive_local();
    let workflow = prepared.graph(&names, now).map_err(|prefix| {
        let item = prepared.prefix_error(prefix);
        AttemptError::Rejected(prompt_errors::explanation(&[item]))
    })?;
    Ok(Graph {
        prepared,
        classes,
        workflow,
    })
}

fn prompt_failed(graph: &Graph, error: PromptError) -> AttemptError {
    match error {
        PromptError::Unreachable(why) => AttemptError::NotReceived(why),
        PromptError::Unknown(why) => AttemptError::Unknown(why),
        PromptError::Rejected(body) => rejected(graph, &body),
    }
}

fn rejected(graph: &Graph, body: &Map<String, Value>) -> AttemptError {
    let items = graph.prepared.rejection(body);
    AttemptError::Rejected(prompt_errors::explanation(&items))
}

/// The graph for the classes of an instance, with these. Before a value is refused, they are read again: the engine
/// may have new options.
async fn fitting(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    job: &Job,
) -> Result<(Arc<Prepared>, Arc<NodeClasses>), AttemptError> {
    let prepared = || {
        let classes = instance.online_classes();
        let prepared = classes.map(|classes| (job.prepared(&classes), classes));
        prepared.ok_or_else(|| AttemptError::NotReceived("it does not respond".to_owned()))
    };
    let known = prepared()?;
    if known.0.explanation().is_none() {
        return Ok(known);
    }
    runs.engines.refresh_classes_of(instance).await;
    let current = prepared()?;
    match current.0.explanation() {
        None => Ok(current),
        Some(why) => Err(AttemptError::Refused(why)),
    }
}

/// Uploads the files of a job that the instance has not got yet. Returns their names there, by the names under which
/// they are sent.
async fn upload_files(
    runs: &Runs,
    instance: &Instance,
    job: &Job,
) -> Result<HashMap<String, String>, AttemptError> {
    let mut names = HashMap::new();
    for file in job.files() {
        let known = instance.uploads.name(&file.sent_as);
        let name = match known {
            Some(name) => name,
            None => {
                let upload = kept_upload(runs, &job.run_id, file).await?;
                let sent = instance
                    .client
                    .upload(upload, &file.sent_as, file.size)
                    .await;
                let name = sent.map_err(|error| upload_failed(instance, file.size, &error))?;
                instance.uploads.note(&file.sent_as, name.clone());
                name
            }
        };
        names.insert(file.sent_as.clone(), name);
    }
    Ok(names)
}

/// The bytes of an upload of a run, which must still be there: without it, the run could wait without end.
async fn kept_upload(
    runs: &Runs,
    run_id: &str,
    file: &StoredFile,
) -> Result<BlobReader, AttemptError> {
    let stored = &file.stored;
    let opened = match upload_name(run_id, stored) {
        Ok(name) => runs.uploads.blobs.read(&name, 0..file.size).await,
        Err(why) => Err(why),
    };
    opened.map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => {
            tracing::warn!("handing a run over: its upload {run_id}/{stored} is gone");
            let why = "a file that was uploaded for it is gone from the service's data folder; run it again";
            AttemptError::Rejected(why.to_owned())
        }
        _ => AttemptError::NotReceived(format!(
            "uploading its files: opening the upload {run_id}/{stored}: {why}"
        )),
    })
}

fn upload_failed(instance: &Instance, size: u64, error: &EngineError) -> AttemptError {
    if error.status == Some(413) {
        instance.uploads.set_limit(Some(size.saturating_sub(1)));
        return AttemptError::Refused(format!(
            "uploading a file of {size} bytes to the engine instance {}: it is too large there; \
             send a smaller one, or start ComfyUI with a larger --max-upload-size",
            instance.address
        ));
    }
    AttemptError::NotReceived(format!("uploading its files: {error}"))
}
