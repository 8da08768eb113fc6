//! Records the end of a run: in the store, among the outputs and uploads, and at the instance that had it. Does not
//! know how the end was learned.

use super::Runs;
use crate::engines::Instance;
use crate::store::{RunOutcome, StoreError, uploads};
use api::RunStatus;

/// Records the outcome of an attempt. Only a run that completes keeps its outputs: it may have failed while they
/// were copied, or was cancelled in the meantime.
pub(crate) async fn finish_attempt(
    runs: &Runs,
    instance: &Instance,
    prompt_id: &str,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<(), StoreError> {
    let outputs = runs.outputs.folder_of(run_id);
    let (seconds, status) = (outcome.seconds, outcome.status);
    if outcome.status != RunStatus::Completed {
        let _ = tokio::fs::remove_dir_all(&outputs).await;
    }
    if !runs
        .store
        .finish_attempt(run_id, prompt_id, outcome)
        .await?
    {
        let run = runs.store.run(run_id).await?;
        if run.is_none_or(|run| run.status != RunStatus::Completed) {
            let _ = tokio::fs::remove_dir_all(&outputs).await;
        }
    } else {
        log_end(runs, run_id, status);
    }
    instance.untrack(prompt_id);
    uploads::remove_for_run(&runs.uploads, run_id);
    runs.waiting.remove(run_id, seconds);
    runs.ended.notify_one();
    Ok(())
}

/// Logs the end of a run, while its trace is known still.
fn log_end(runs: &Runs, run_id: &str, status: RunStatus) {
    let log =
        || tracing::info!(target: "run_log", run_id, status = status.name(), "a run has ended");
    runs.waiting.log_ids(run_id).in_scope(log);
}

/// Deletes outputs that were being copied while their run was removed.
pub(crate) async fn clear_removed(runs: &Runs, run_id: &str) {
    if let Ok(false) = runs.store.has_run(run_id).await {
        let _ = tokio::fs::remove_dir_all(runs.outputs.folder_of(run_id)).await;
    }
}

/// Ends a run, whichever instance has it. Returns false if it had already ended.
pub(crate) async fn finish_run(
    runs: &Runs,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<bool, StoreError> {
    let status = outcome.status;
    let has_ended_now = runs.store.finish(run_id, outcome).await?;
    if has_ended_now {
        log_end(runs, run_id, status);
        uploads::remove_for_run(&runs.uploads, run_id);
        runs.waiting.remove(run_id, None);
        runs.ended.notify_one();
    }
    Ok(has_ended_now)
}
