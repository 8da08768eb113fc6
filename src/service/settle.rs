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
use crate::api::RunStatus;
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
        RunChange::Cancelled => {
            let instance = instance.clone();
            app.tasks
                .spawn(async move { instance.withdraw(&prompt_id).await });
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
    let Err(error) = try_settle(app, instance, prompt_id, &run).await else {
        return;
    };
    let (run_id, address) = (&run.run_id, &instance.address);
    // A full disk is not the engine's fault: the run waits until there is space.
    let is_engine_s = matches!(
        error,
        SettleError::Engine(_) | SettleError::Outputs(CopyError::Engine(_))
    );
    if is_engine_s && instance.count_settle_error(prompt_id) {
        tracing::warn!("settling the run {run_id} at {address}: {error}; marking it as failed");
        return give_up(app, instance, prompt_id, run_id, &error.to_string()).await;
    }
    tracing::warn!("settling the run {run_id} at {address}: {error}; retrying");
    instance.unclaim(prompt_id);
}

/// Ends every run at an instance that keeps giving wrong answers, because their ends cannot be learned.
pub(crate) async fn give_up_all(app: &Arc<AppState>, instance: &Instance, why: &str) {
    for prompt_id in instance.tracked() {
        if let Some(run) = instance.claim(&prompt_id) {
            give_up(app, instance, &prompt_id, &run.run_id, why).await;
        }
    }
}

/// Ends a claimed run that cannot be settled.
async fn give_up(
    app: &Arc<AppState>,
    instance: &Instance,
    prompt_id: &str,
    run_id: &str,
    why: &str,
) {
    let outcome = RunOutcome::failed(format!(
        "reading the result of this run from the engine instance {}: {why}; check the engine, \
         then run it again",
        instance.address
    ));
    if let Err(error) = finish(app, instance, prompt_id, run_id, outcome).await {
        tracing::error!("recording the end of the run {run_id}: {error}");
        instance.unclaim(prompt_id);
    }
}

/// Records the outcome of a run. Only a run that completes keeps its outputs: it may have failed while they
/// were copied, or was cancelled in the meantime.
async fn finish(
    app: &Arc<AppState>,
    instance: &Instance,
    prompt_id: &str,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<(), StoreError> {
    let outputs = app.outputs.join(run_id);
    if outcome.status != RunStatus::Completed {
        let _ = tokio::fs::remove_dir_all(&outputs).await;
    }
    if !app.store.finish(run_id, outcome).await? {
        let run = app.store.run(run_id).await?;
        if run.is_none_or(|run| run.status != RunStatus::Completed) {
            let _ = tokio::fs::remove_dir_all(&outputs).await;
        }
    }
    instance.untrack(prompt_id);
    uploads::remove_for_run(&app.uploads, run_id);
    app.pool.notify_slot_freed();
    Ok(())
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
    Ok(finish(app, instance, prompt_id, &run.run_id, outcome).await?)
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
            let classes = instance.last_classes().unwrap_or_default();
            let outputs = schema::outputs(&Workflow::parse(&text).0, &classes);
            let nodes = outputs.iter().map(|output| output.node.as_str());
            let sources = outputs::list(&entry.outputs, nodes);
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
