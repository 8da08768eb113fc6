//! Cancels runs. The store decides: a run is cancelled unless it has ended before. If an engine instance has it,
//! it is removed there, at once or as soon as the instance answers.

use std::sync::Arc;

use super::app_state::AppState;
use super::run_end;
use super::store::{RunOutcome, RunRecord, StoreError};

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
pub(crate) async fn cancel(app: &Arc<AppState>, run: &RunRecord) -> Result<(), CancelError> {
    let outcome = RunOutcome::cancelled();
    if !run_end::finish_run(app, &run.id, outcome).await? {
        return Err(already_ended(app, run).await);
    }
    // It may have been handed over since it was looked up.
    let current = app.store.run(&run.id).await?;
    let current = current.as_ref().unwrap_or(run);
    let address = current.instance_address.as_deref();
    if let Some(instance) = address.and_then(|address| app.pool.find(address)) {
        let prompt_id = current.prompt_id.clone();
        app.store
            .add_withdrawal(&instance.address, &prompt_id)
            .await?;
        instance.withdraw_later(&prompt_id);
        app.tasks
            .spawn(async move { instance.withdraw(&prompt_id).await });
    }
    Ok(())
}

async fn already_ended(app: &AppState, run: &RunRecord) -> CancelError {
    let ended = app.store.run(&run.id).await.ok().flatten();
    let status = ended.map_or(run.status, |run| run.status);
    CancelError::Ended {
        run_id: run.id.clone(),
        status: status.name(),
    }
}
