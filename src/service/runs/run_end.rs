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
    let seconds = outcome.seconds;
    let end = LoggedEnd::of(&outcome, Some(&instance.address));
    if outcome.status != RunStatus::Completed {
        let _ = tokio::fs::remove_dir_all(&outputs).await;
    }
    if !runs
        .store
        .finish_attempt(run_id, prompt_id, outcome)
        .await?
    {
        let run = runs.store.listed_run(run_id).await?;
        if run.is_none_or(|run| run.status != RunStatus::Completed) {
            let _ = tokio::fs::remove_dir_all(&outputs).await;
        }
    } else {
        end.log(runs, run_id);
    }
    instance.untrack(prompt_id);
    uploads::remove_for_run(&runs.uploads, run_id);
    runs.waiting.remove(run_id, seconds);
    runs.ended.notify_one();
    Ok(())
}

/// What the log says about the end of a run.
struct LoggedEnd {
    status: RunStatus,
    engine: Option<String>,
    executed_seconds: Option<f64>,
    error: Option<String>,
}

impl LoggedEnd {
    fn of(outcome: &RunOutcome, engine: Option<&str>) -> Self {
        Self {
            status: outcome.status,
            engine: engine.map(str::to_owned),
            executed_seconds: outcome.seconds,
            error: outcome.error.clone(),
        }
    }

    /// Logs it, while the workflow and the trace of the run are known still.
    fn log(self, runs: &Runs, run_id: &str) {
        let workflow = runs.waiting.get(run_id).map(|run| run.workflow_id);
        let log = || {
            tracing::info!(
                target: "run_log",
                run_id,
                workflow_id = workflow,
                status = self.status.name(),
                engine = self.engine,
                executed_seconds = self.executed_seconds,
                error = self.error,
                "a run has ended"
            );
        };
        runs.waiting.log_ids(run_id).in_scope(log);
    }
}

/// Deletes outputs that were being copied while their run was removed.
pub(crate) async fn clear_removed(runs: &Runs, run_id: &str) {
    if let Ok(false) = runs.store.has_run(run_id).await {
        let _ = tokio::fs::remove_dir_all(runs.outputs.folder_of(run_id)).await;
    }
}

/// Ends a run that this instance has or had, if one had it. Returns false if it had already ended.
pub(crate) async fn finish_run(
    runs: &Runs,
    run_id: &str,
    engine: Option<&str>,
    outcome: RunOutcome,
) -> Result<bool, StoreError> {
    let end = LoggedEnd::of(&outcome, engine);
    let has_ended_now = runs.store.finish(run_id, outcome).await?;
    if has_ended_now {
        end.log(runs, run_id);
        uploads::remove_for_run(&runs.uploads, run_id);
        runs.waiting.remove(run_id, None);
        runs.ended.notify_one();
    }
    Ok(has_ended_now)
}
