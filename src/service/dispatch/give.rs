//! Gives one job to one engine instance, asks whether it has it, takes it back.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::service::answer::Refusal;
use crate::service::instance::{Accepted, HttpError, Instance, PromptError};
use crate::service::job::{Escape, Job};
use crate::service::refused;

/// How often an instance is asked whether it has a run that may have reached it.
const ASKED: usize = 3;
const PAUSE: Duration = Duration::from_secs(1);

/// Why an instance has not taken a job.
pub(super) enum Untaken {
    /// It cannot have it; another may.
    Elsewhere(String),
    /// It may have it.
    Unclear(String),
    /// No instance would take it.
    Refused(Refusal),
}

/// Sends a job to an instance.
pub(super) async fn give(instance: &Instance, job: &Job) -> Result<Accepted, Untaken> {
    let classes = instance
        .object_info()
        .ok_or_else(|| Untaken::Elsewhere("it does not answer".to_owned()))?;
    let files = job.send_files(instance).await.map_err(unsent)?;
    let graph = job
        .graph(&files, &classes)
        .map_err(|escape| escaped(job, escape))?;
    let sent = instance
        .http
        .prompt(&graph, &job.run_id, &instance.client_id);
    let accepted = sent.await.map_err(|error| match error {
        PromptError::Unreached(why) => Untaken::Elsewhere(why),
        PromptError::Unclear(why) => Untaken::Unclear(why),
        PromptError::Refused(body) => refusal(job, &body),
    })?;
    // The engine would skip what it found faulty: a run is done whole or not at all.
    if accepted
        .node_errors
        .as_object()
        .is_some_and(|errors| !errors.is_empty())
    {
        withdraw(instance, &accepted.prompt_id).await;
        let body = Map::from_iter([("node_errors".to_owned(), accepted.node_errors)]);
        return Err(refusal(job, &body));
    }
    Ok(accepted)
}

fn unsent(error: HttpError) -> Untaken {
    if error.status == Some(413) {
        let message = "a file is larger than the engine takes; send a smaller one";
        return Untaken::Refused(Refusal::TooLarge(message.to_owned()));
    }
    Untaken::Elsewhere(format!("sending its files: {error}"))
}

fn escaped(job: &Job, escape: Escape) -> Untaken {
    let input = Some("filename_prefix");
    let field = refused::field(&job.workflow, &job.schema, &escape.node, input);
    let item = refused::item(field, escape.message, "value_error");
    Untaken::Refused(Refusal::Invalid(vec![item]))
}

fn refusal(job: &Job, body: &Map<String, Value>) -> Untaken {
    Untaken::Refused(Refusal::Invalid(refused::items(
        body,
        &job.workflow,
        &job.schema,
    )))
}

/// Takes a task back, whether it waits or runs.
pub(super) async fn withdraw(instance: &Instance, prompt_id: &str) {
    let result = async {
        instance.http.delete(prompt_id).await?;
        let queue = instance.http.queue().await?;
        if queue.running.iter().any(|task| task.id == prompt_id) {
            instance.http.interrupt(prompt_id).await?;
        }
        Ok::<_, HttpError>(())
    };
    if let Err(error) = result.await {
        tracing::warn!(
            "taking the run {prompt_id} back from {}: {error}",
            instance.uri
        );
    }
}

/// Whether an instance has a task, or had it; `None` when it does not say. It is asked again for a
/// while: it may still be reading what we sent.
pub(super) async fn has(instance: &Instance, prompt_id: &str) -> Option<bool> {
    for _ in 0..ASKED {
        let queue = instance.http.queue().await.ok()?;
        let shown = queue
            .running
            .iter()
            .chain(&queue.pending)
            .any(|task| task.id == prompt_id);
        if shown || instance.http.history(prompt_id).await.ok()?.is_some() {
            return Some(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Some(false)
}
