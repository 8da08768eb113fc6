//! Records the end of a run: in the store, among the outputs and uploads, and at the instance that had it. Does not
//! know how the end was learned.

use super::app_state::AppState;
use super::instance::Instance;
use super::store::{RunOutcome, StoreError};
use super::uploads;
use api::RunStatus;

/// Records the outcome of an attempt. Only a run that completes keeps its outputs: it may have failed while they
/// were copied, or was cancelled in the meantime.
pub(crate) async fn finish_attempt(
    app: &AppState,
    instance: &Instance,
    prompt_id: &str,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<(), StoreError> {
    let outputs = app.outputs.join(run_id);
    let seconds = outcome.seconds;
    if outcome.status != RunStatus::Completed {
        let _ = tokio::fs::remove_dir_all(&outputs).await;
    }
    if !app.store.finish_attempt(run_id, prompt_id, outcome).await? {
        let run = app.store.run(run_id).await?;
        if run.is_none_or(|run| run.status != RunStatus::Completed) {
            let _ = tokio::fs::remove_dir_all(&outputs).await;
        }
    }
    instance.untrack(prompt_id);
    uploads::remove_for_run(&app.uploads, run_id);
    app.waiting.remove(run_id, seconds);
    Ok(())
}

/// Ends a run, whichever instance has it. Returns false if it had already ended.
pub(crate) async fn finish_run(
    app: &AppState,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<bool, StoreError> {
    let has_ended_now = app.store.finish(run_id, outcome).await?;
    if has_ended_now {
        uploads::remove_for_run(&app.uploads, run_id);
        app.waiting.remove(run_id, None);
    }
    Ok(has_ended_now)
}
