//! Gives runs to engine instances: never one run to two. Knows no HTTP of our own.

use std::sync::Arc;
use std::time::Duration;

use super::answer::Refusal;
use super::instance::{Accepted, Instance, PromptError};
use super::job::Job;
use super::pool::Place;
use super::refused;
use super::shared::Shared;
use super::store::{End, Run};
use super::uploads;

/// How often runs that wait for an instance look for one.
const LOOK: Duration = Duration::from_secs(1);

/// Why an instance has not taken a job.
enum Untaken {
    /// It cannot have it; another may.
    Elsewhere(String),
    /// It may have it.
    Unclear(String),
    /// No instance would take it.
    Refused(Refusal),
}

/// Stores a new run and gives it to an instance. Returns when both have it.
///
/// # Errors
/// When no instance has a place or takes it; it is then stored as failed, if it was stored.
pub(crate) async fn submit(shared: &Arc<Shared>, job: Job, run: Run) -> Result<(), Refusal> {
    let place = shared.pool.reserve(&job.run_id, &[])?;
    let run = Run {
        instance: Some(place.instance.uri.clone()),
        ..run
    };
    shared.store.insert(run).await.map_err(Refusal::internal)?;
    let result = deliver(shared, &job, place).await;
    if let Err(refusal) = &result {
        let end = End::failed(refusal.to_string());
        shared
            .store
            .end(&job.run_id, end)
            .await
            .map_err(Refusal::internal)?;
    }
    result
}

/// Gives runs that wait for an instance to one, until the service ends.
pub(crate) async fn place_waiting(shared: Arc<Shared>) {
    loop {
        let left = match place_all(&shared).await {
            Ok(left) => left,
            Err(refusal) => {
                tracing::warn!("runs that wait for an engine instance: {refusal}");
                true
            }
        };
        let pause = async {
            match left {
                true => tokio::time::sleep(LOOK).await,
                false => std::future::pending().await,
            }
        };
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = shared.pool.woken() => {}
            () = pause => {}
        }
    }
}

/// Whether some still wait.
async fn place_all(shared: &Arc<Shared>) -> Result<bool, Refusal> {
    for run in shared.store.waiting().await.map_err(Refusal::internal)? {
        let Some(job) = Job::of(&run, &shared.uploads) else {
            continue;
        };
        let Ok(place) = shared.pool.reserve(&run.id, &[]) else {
            return Ok(true);
        };
        let uri = place.instance.uri.clone();
        if !shared
            .store
            .place(&run.id, Some(&uri), &run.id)
            .await
            .map_err(Refusal::internal)?
        {
            continue;
        }
        tracing::info!("the run {} is placed again, at {uri}", run.id);
        match deliver(shared, &job, place).await {
            Ok(()) => {}
            Err(Refusal::Full(_) | Refusal::Unavailable(..)) => {
                shared
                    .store
                    .place(&run.id, None, &run.id)
                    .await
                    .map_err(Refusal::internal)?;
                return Ok(true);
            }
            Err(refusal) => {
                let end = End::failed(refusal.to_string());
                shared
                    .store
                    .end(&run.id, end)
                    .await
                    .map_err(Refusal::internal)?;
                uploads::remove_of(shared, &run.id);
            }
        }
    }
    Ok(false)
}

async fn deliver(shared: &Arc<Shared>, job: &Job, mut place: Place) -> Result<(), Refusal> {
    let mut tried = Vec::new();
    loop {
        let instance = place.instance.clone();
        match give(&instance, job).await {
            Ok(accepted) => return taken(shared, job, &instance, &accepted).await,
            Err(Untaken::Refused(refusal)) => return Err(refusal),
            Err(Untaken::Elsewhere(why)) => {
                tracing::warn!(
                    "giving the run {} to {}: {why}; trying another",
                    job.run_id,
                    instance.uri
                );
            }
            Err(Untaken::Unclear(why)) => {
                tracing::warn!(
                    "giving the run {} to {}: {why}; asking whether it has it",
                    job.run_id,
                    instance.uri
                );
                if has(&instance, &job.run_id).await != Some(false) {
                    instance.restore(&job.run_id, &job.run_id, false);
                    return Ok(());
                }
            }
        }
        tried.push(instance.uri.clone());
        place = shared.pool.reserve(&job.run_id, &tried)?;
        let uri = place.instance.uri.clone();
        shared
            .store
            .place(&job.run_id, Some(&uri), &job.run_id)
            .await
            .map_err(Refusal::internal)?;
    }
}

async fn give(instance: &Instance, job: &Job) -> Result<Accepted, Untaken> {
    let classes = instance
        .object_info()
        .ok_or_else(|| Untaken::Elsewhere("it does not answer".to_owned()))?;
    let files = job
        .send_files(instance)
        .await
        .map_err(|error| match error.status {
            Some(413) => Untaken::Refused(Refusal::TooLarge(
                "a file is larger than the engine takes; send a smaller one".to_owned(),
            )),
            _ => Untaken::Elsewhere(format!("sending its files: {error}")),
        })?;
    let graph = job.graph(&files, &classes).map_err(|escape| {
        let field = refused::field(
            &job.workflow,
            &job.schema,
            &escape.node,
            Some("filename_prefix"),
        );
        Untaken::Refused(Refusal::Invalid(vec![refused::item(
            field,
            escape.message,
            "value_error",
        )]))
    })?;
    let accepted = match instance
        .http
        .prompt(&graph, &job.run_id, &instance.client_id)
        .await
    {
        Ok(accepted) => accepted,
        Err(PromptError::Unreached(why)) => return Err(Untaken::Elsewhere(why)),
        Err(PromptError::Unclear(why)) => return Err(Untaken::Unclear(why)),
        Err(PromptError::Refused(body)) => return Err(refusal(job, &body)),
    };
    // The engine would skip what it found faulty: a run is done whole or not at all.
    if accepted
        .node_errors
        .as_object()
        .is_some_and(|errors| !errors.is_empty())
    {
        withdraw(instance, &accepted.prompt_id).await;
        let body = serde_json::Map::from_iter([("node_errors".to_owned(), accepted.node_errors)]);
        return Err(refusal(job, &body));
    }
    Ok(accepted)
}

fn refusal(job: &Job, body: &serde_json::Map<String, serde_json::Value>) -> Untaken {
    Untaken::Refused(Refusal::Invalid(refused::items(
        body,
        &job.workflow,
        &job.schema,
    )))
}

async fn taken(
    shared: &Arc<Shared>,
    job: &Job,
    instance: &Arc<Instance>,
    accepted: &Accepted,
) -> Result<(), Refusal> {
    let id = &accepted.prompt_id;
    instance.accepted(id, &job.run_id, accepted.number);
    let open = shared
        .store
        .place(&job.run_id, Some(&instance.uri), id)
        .await
        .map_err(Refusal::internal)?;
    if !open {
        // Cancelled while it was on its way.
        withdraw(instance, id).await;
        instance.forget(id);
    }
    Ok(())
}

/// Takes a task back, whether it waits or runs.
async fn withdraw(instance: &Instance, prompt_id: &str) {
    let result = async {
        instance.http.delete(prompt_id).await?;
        let queue = instance.http.queue().await?;
        if queue.running.iter().any(|task| task.id == prompt_id) {
            instance.http.interrupt(prompt_id).await?;
        }
        Ok::<_, super::instance::HttpError>(())
    };
    if let Err(error) = result.await {
        tracing::warn!(
            "taking the run {prompt_id} back from {}: {error}",
            instance.uri
        );
    }
}

/// Whether an instance has a task, or had it; `None` when it does not say.
async fn has(instance: &Instance, prompt_id: &str) -> Option<bool> {
    let queue = instance.http.queue().await.ok()?;
    if queue
        .running
        .iter()
        .chain(&queue.pending)
        .any(|task| task.id == prompt_id)
    {
        return Some(true);
    }
    Some(instance.http.history(prompt_id).await.ok()?.is_some())
}
