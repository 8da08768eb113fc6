//! Cancels runs. The store decides: a run is cancelled unless it has ended before. If an engine instance has it,
//! it is removed there, at once or as soon as the instance answers.

use std::sync::Arc;
use std::time::Duration;

use super::Runs;
use super::run_end;
use super::withdrawal;
use api::RunStatus;
use store::{RunOutcome, RunRecord, StoreError};

/// Why a run was not cancelled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CancelError {
    #[error("cancelling the run {run_id}: it has ended, as {status}")]
    Ended {
        run_id: String,
        status: &'static str,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How long a caller waits until the instance of a cancelled run knows of it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Cancels a run.
///
/// # Errors
/// When it has ended, or the store fails.
pub(crate) async fn cancel(runs: &Arc<Runs>, run: &RunRecord) -> Result<(), CancelError> {
    let outcome = RunOutcome::cancelled();
    let engine = run.instance_address.as_deref();
    let ended = run_end::finish_run(runs, &run.id, engine, outcome).await;
    if matches!(ended, Ok(false)) {
        ensure_half_cancelled(runs, run).await?;
    }
    // Also if the store has failed: it may have written the end all the same.
    let withdrawing = withdraw_cancelled(runs.clone(), run.clone());
    let withdrawing = runs.background.spawn(withdrawing);
    ended?;
    // If the store fails now, it goes on without the caller.
    let _ = tokio::time::timeout(PATIENCE, withdrawing).await;
    Ok(())
}

/// Removes a run from its instance if it is cancelled.
async fn withdraw_cancelled(runs: Arc<Runs>, run: RunRecord) {
    // It may have been handed over since it was looked up.
    let read = || runs.stored_runs.listed_run(&run.id);
    let current = match runs.persist("cancelling a run", read).await {
        // The store has failed before it wrote the end, or the run had another one.
        Ok(Some(current)) if current.status != RunStatus::Cancelled => return,
        Ok(current) => current,
        Err(StoreError::Damaged { .. }) => None,
        Err(_) => return,
    };
    let current = current.as_ref().unwrap_or(&run);
    run_end::let_go(&runs, &run.id, None).await;
    let address = current.instance_address.as_deref();
    if let Some(instance) = address.and_then(|address| runs.engines.pool.find(address)) {
        let prompt_id = current.prompt_id.clone();
        withdrawal::withdraw_later(&runs, &instance, &prompt_id).await;
        runs.background
            .spawn(async move { instance.withdraw(&prompt_id).await });
    }
}

/// Ensures that a run that has ended was cancelled and still has its place: the store may have failed after it wrote the
/// end, and nothing else has followed from it.
///
/// # Errors
/// When the run has ended in every respect.
async fn ensure_half_cancelled(runs: &Runs, run: &RunRecord) -> Result<(), CancelError> {
    let has_place = runs.waiting.get(&run.id).is_some();
    let ended = runs.stored_runs.listed_run(&run.id).await?;
    let status = ended.map_or(run.status, |run| run.status);
    match status {
        RunStatus::Cancelled if has_place => Ok(()),
        _ => Err(CancelError::Ended {
            run_id: run.id.clone(),
            status: status.name(),
        }),
    }
}
