//! Cancels runs. The store decides: a run is cancelled unless it has ended before. If an engine instance has it,
//! it is removed there, at once or as soon as the instance answers.

use std::sync::Arc;

use super::Runs;
use super::run_end;
use crate::store::{RunOutcome, RunRecord, StoreError};

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

/// Cancels a run.
///
/// # Errors
/// When it has ended.
pub(crate) async fn cancel(runs: &Arc<Runs>, run: &RunRecord) -> Result<(), CancelError> {
    let outcome = RunOutcome::cancelled();
    let engine = run.instance_address.as_deref();
    if !run_end::finish_run(runs, &run.id, engine, outcome).await? {
        return Err(already_ended(runs, run).await);
    }
    // It may have been handed over since it was looked up.
    let current = runs.store.listed_run(&run.id).await?;
    let current = current.as_ref().unwrap_or(run);
    let address = current.instance_address.as_deref();
    if let Some(instance) = address.and_then(|address| runs.engines.pool.find(address)) {
        let prompt_id = current.prompt_id.clone();
        runs.store
            .add_withdrawal(&instance.address, &prompt_id)
            .await?;
        instance.withdraw_later(&prompt_id);
        runs.background
            .spawn(async move { instance.withdraw(&prompt_id).await });
    }
    Ok(())
}

async fn already_ended(runs: &Runs, run: &RunRecord) -> CancelError {
    let ended = runs.store.listed_run(&run.id).await.ok().flatten();
    let status = ended.map_or(run.status, |run| run.status);
    CancelError::Ended {
        run_id: run.id.clone(),
        status: status.name(),
    }
}
