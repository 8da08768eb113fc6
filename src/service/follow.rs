//! Follows runs to their end: an engine's history is the truth, events only say when to look.

use std::sync::Arc;

use super::instance::{Instance, Past, Seen, Tracked};
use super::outcome::{self, Verdict};
use super::outputs;
use super::shared::Shared;
use super::store::{End, StoreError};
use super::uploads;
use crate::api::RunStatus;
use crate::schema;
use crate::workflow::Workflow;

/// An event said that an engine has begun with a task.
pub(crate) fn began(shared: &Arc<Shared>, instance: &Arc<Instance>, prompt_id: &str) {
    if let Some(run_id) = instance.began(prompt_id) {
        start(shared, run_id);
    }
}

/// A picture of the queue said something of a run of ours.
pub(crate) fn seen(shared: &Arc<Shared>, instance: &Arc<Instance>, prompt_id: String, seen: Seen) {
    match seen {
        Seen::Began(run_id) => start(shared, run_id),
        Seen::Gone => {
            let (shared, instance) = (shared.clone(), instance.clone());
            shared
                .tasks
                .clone()
                .spawn(async move { settle(&shared, &instance, &prompt_id).await });
        }
    }
}

fn start(shared: &Arc<Shared>, run_id: String) {
    let shared = shared.clone();
    shared.tasks.clone().spawn(async move {
        if let Err(error) = shared.store.start(&run_id).await {
            tracing::error!("noting that the run {run_id} has begun: {error}");
        }
    });
}

async fn settle(shared: &Arc<Shared>, instance: &Arc<Instance>, prompt_id: &str) {
    let Some(run) = instance.claim(prompt_id) else {
        return;
    };
    if let Err(error) = try_settle(shared, instance, prompt_id, &run).await {
        tracing::warn!(
            "the end of the run {} at {}: {error}; looking again",
            run.run_id,
            instance.uri
        );
        instance.unclaim(prompt_id);
    }
}

/// Why the end of a run could not be noted yet.
#[derive(Debug, thiserror::Error)]
enum Unsettled {
    #[error(transparent)]
    Engine(#[from] super::instance::HttpError),
    #[error(transparent)]
    Outputs(#[from] outputs::CopyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

async fn try_settle(
    shared: &Arc<Shared>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &Tracked,
) -> Result<(), Unsettled> {
    let end = match instance.http.history(prompt_id).await? {
        Some(past) => ending(shared, instance, &run.run_id, &past).await?,
        None if run.running => End::failed(format!(
            "the engine instance {} no longer knows the run: it was restarted in mid-run, or its history was cleared; run it again",
            instance.uri
        )),
        None if instance.unbroken(run) => End {
            error: Some("it was taken out of the queue at the engine instance".to_owned()),
            ..End::cancelled()
        },
        None => return again(shared, instance, prompt_id, run).await,
    };
    shared.store.end(&run.run_id, end).await?;
    instance.forget(prompt_id);
    uploads::remove_of(shared, &run.run_id);
    shared.pool.wake();
    Ok(())
}

/// The instance has forgotten a run that had not begun: it waits for an instance again.
async fn again(
    shared: &Arc<Shared>,
    instance: &Instance,
    prompt_id: &str,
    run: &Tracked,
) -> Result<(), Unsettled> {
    tracing::warn!(
        "the engine instance {} has forgotten the waiting run {}",
        instance.uri,
        run.run_id
    );
    shared.store.place(&run.run_id, None, &run.run_id).await?;
    instance.forget(prompt_id);
    shared.pool.wake();
    Ok(())
}

async fn ending(
    shared: &Shared,
    instance: &Instance,
    run_id: &str,
    past: &Past,
) -> Result<End, Unsettled> {
    let started = outcome::started(past);
    if let Some(seconds) = outcome::seconds(past) {
        shared.pool.took(seconds);
    }
    let end = match outcome::verdict(past) {
        Verdict::Cancelled => End::cancelled(),
        Verdict::Failed(why) => End::failed(why),
        Verdict::Completed => {
            let stored = shared.store.run(run_id).await?;
            let text = stored.and_then(|run| run.workflow).unwrap_or_default();
            let (schema, _) = schema::read(&Workflow::parse(&text).0);
            let pieces = outputs::pieces(&past.outputs, &schema);
            match outputs::copy(instance, &pieces, &shared.outputs.join(run_id)).await? {
                Ok(names) => End {
                    status: RunStatus::Completed,
                    error: None,
                    outputs: names,
                    started: None,
                },
                Err(lost) => End::failed(lost),
            }
        }
    };
    Ok(End { started, ..end })
}
