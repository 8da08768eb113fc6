//! Cancels runs: a waiting one at once, a running one at its engine's next step. If the engine does not
//! respond, the run is cancelled at once and withdrawn from the engine later.

use std::sync::Arc;
use std::time::Duration;

use super::api_error::ApiError;
use super::app_state::AppState;
use super::engine_client::EngineError;
use super::instance::Instance;
use super::store::{RunOutcome, RunRecord};
use super::uploads;
use crate::api::Task;

/// The delay before each attempt, in milliseconds. A task may start or end between reading the queue
/// and the next request, and during its hand-over it is not in the queue yet.
const ATTEMPT_DELAYS: [u64; 7] = [0, 0, 0, 20, 50, 200, 500];

/// Cancels a run.
///
/// # Errors
/// When it has ended.
pub(crate) async fn cancel(app: &Arc<AppState>, run: &RunRecord) -> Result<(), ApiError> {
    if run.status.is_final() {
        return Err(already_ended(run));
    }
    let address = run.instance_address.as_deref();
    let Some(instance) = address.and_then(|address| app.pool.instance(address)) else {
        return record(app, run).await;
    };
    match try_attempts(instance, &run.prompt_id).await {
        Ok(Attempt::Interrupted) => return Ok(()),
        Ok(Attempt::Deleted) => {
            instance.untrack(&run.prompt_id);
            return record(app, run).await;
        }
        // It has ended, but its outputs have not been copied.
        Ok(Attempt::Ended) if instance.is_settling(&run.prompt_id) => {
            return record(app, run).await;
        }
        Ok(Attempt::Ended | Attempt::NotFound) => {}
        Err(error) => {
            tracing::warn!(
                "cancelling the run {} at {}: {error}; withdrawing it later",
                run.id,
                instance.address
            );
            instance.withdraw_later(&run.prompt_id);
            return record(app, run).await;
        }
    }
    instance.request_refresh();
    Err(already_ended(run))
}

/// Tries until the run is found.
async fn try_attempts(instance: &Instance, prompt_id: &str) -> Result<Attempt, EngineError> {
    for delay in ATTEMPT_DELAYS {
        tokio::time::sleep(Duration::from_millis(delay)).await;
        match attempt(instance, prompt_id).await? {
            Attempt::NotFound => {}
            found => return Ok(found),
        }
    }
    Ok(Attempt::NotFound)
}

/// The result of one attempt.
enum Attempt {
    /// It was running and will end soon.
    Interrupted,
    /// It was waiting and was removed.
    Deleted,
    /// It has already ended.
    Ended,
    /// It was neither in the queue nor in the history.
    NotFound,
}

async fn attempt(instance: &Instance, prompt_id: &str) -> Result<Attempt, EngineError> {
    let client = &instance.client;
    let is_this = |task: &Task| task.id == prompt_id;
    let queue = client.queue().await?;
    if queue.running.iter().any(is_this) {
        client.interrupt(prompt_id).await?;
        return Ok(Attempt::Interrupted);
    }
    if !queue.pending.iter().any(is_this) {
        let ended = client.history(prompt_id).await?.is_some();
        return Ok(if ended {
            Attempt::Ended
        } else {
            Attempt::NotFound
        });
    }
    client.delete(prompt_id).await?;
    // It may have started before it could be deleted.
    let queue = client.queue().await?;
    let queued = queue.running.iter().chain(&queue.pending).any(is_this);
    let deleted = !queued && client.history(prompt_id).await?.is_none();
    Ok(if deleted {
        Attempt::Deleted
    } else {
        Attempt::NotFound
    })
}

async fn record(app: &Arc<AppState>, run: &RunRecord) -> Result<(), ApiError> {
    let finished = app.store.finish(&run.id, RunOutcome::cancelled()).await;
    let cancelled = finished.map_err(ApiError::internal)?;
    uploads::remove_for_run(&app.uploads, &run.id);
    app.pool.notify_slot_freed();
    if cancelled {
        Ok(())
    } else {
        Err(already_ended(run))
    }
}

fn already_ended(run: &RunRecord) -> ApiError {
    ApiError::Conflict(format!("cancelling the run {}: it has ended", run.id))
}
