//! Records when runs start at their engine instance, and how they end. The engine's history decides how
//! a run ended; events and queue snapshots only trigger the check.

use std::sync::Arc;

use super::app_state::AppState;
use super::engine_client::{EngineError, HistoryEntry};
use super::instance::{Instance, RunChange, TrackedRun};
use super::outputs::{self, CopyError};
use super::store::{RunOutcome, StoreError};
use super::task_outcome::{self, TaskOutcome};
use super::uploads;
use crate::schema;
use crate::workflow::Workflow;

/// Handles an event: an engine has started a task.
pub(crate) fn started(app: &Arc<AppState>, instance: &Arc<Instance>, prompt_id: &str) {
    if let Some(run_id) = instance.mark_started(prompt_id) {
        record_start(app, run_id);
    }
}

/// Handles a change that a queue snapshot shows.
pub(crate) fn changed(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    prompt_id: String,
    change: RunChange,
) {
    match change {
        RunChange::Started(run_id) => record_start(app, run_id),
        RunChange::LeftQueue => {
            let (app, instance) = (app.clone(), instance.clone());
            app.tasks
                .clone()
                .spawn(async move { settle(&app, &instance, &prompt_id).await });
        }
    }
}

fn record_start(app: &Arc<AppState>, run_id: String) {
    let app = app.clone();
    app.tasks.clone().spawn(async move {
        if let Err(error) = app.store.mark_running(&run_id).await {
            tracing::error!("recording the start of the run {run_id}: {error}");
        }
    });
}

async fn settle(app: &Arc<AppState>, instance: &Arc<Instance>, prompt_id: &str) {
    let Some(run) = instance.claim(prompt_id) else {
        return;
    };
    if let Err(error) = try_settle(app, instance, prompt_id, &run).await {
        tracing::warn!(
            "settling the run {} at {}: {error}; retrying",
            run.run_id,
            instance.address
        );
        instance.unclaim(prompt_id);
    }
}

/// Why a run could not be settled yet.
#[derive(Debug, thiserror::Error)]
enum SettleError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Outputs(#[from] CopyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

async fn try_settle(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), SettleError> {
    let outcome = match instance.client.history(prompt_id).await? {
        Some(entry) => run_outcome(app, instance, &run.run_id, &entry).await?,
        None if run.running => RunOutcome::failed(format!(
            "the engine instance {} lost this run: it restarted during the run, or its history was cleared; run it again",
            instance.address
        )),
        None if instance.connected_since(run) => RunOutcome {
            error: Some("the run was removed from the engine’s queue".to_owned()),
            ..RunOutcome::cancelled()
        },
        None => return requeue(app, instance, prompt_id, run).await,
    };
    app.store.finish(&run.run_id, outcome).await?;
    instance.untrack(prompt_id);
    uploads::remove_for_run(&app.uploads, &run.run_id);
    app.pool.notify_slot_freed();
    Ok(())
}

/// Puts a run back into the waiting state, because its instance lost it before it started.
async fn requeue(
    app: &Arc<AppState>,
    instance: &Instance,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), SettleError> {
    tracing::warn!(
        "the engine instance {} lost the waiting run {}; handing it over again",
        instance.address,
        run.run_id
    );
    app.store.assign(&run.run_id, None, &run.run_id).await?;
    instance.untrack(prompt_id);
    app.pool.notify_slot_freed();
    Ok(())
}

/// The outcome of a run by the engine's history. Copies the outputs of a completed run.
async fn run_outcome(
    app: &AppState,
    instance: &Instance,
    run_id: &str,
    entry: &HistoryEntry,
) -> Result<RunOutcome, SettleError> {
    if let Some(seconds) = task_outcome::duration(entry) {
        app.pool.record_duration(seconds);
    }
    let outcome = match task_outcome::outcome(entry) {
        TaskOutcome::Cancelled => RunOutcome::cancelled(),
        TaskOutcome::Failed(why) => RunOutcome::failed(why),
        TaskOutcome::Completed => {
            let stored = app.store.run(run_id).await?;
            let text = stored.and_then(|run| run.workflow).unwrap_or_default();
            let (schema, _) = schema::read(&Workflow::parse(&text).0);
            let sources = outputs::list(&entry.outputs, &schema);
            match outputs::copy(instance, &sources, &app.outputs.join(run_id)).await? {
                Ok(names) => RunOutcome::completed(names),
                Err(missing) => RunOutcome::failed(missing),
            }
        }
    };
    Ok(RunOutcome {
        started_at: task_outcome::started_at(entry),
        ..outcome
    })
}
