//! Hands a run over to an engine instance and retries at others, but never hands it to two. Knows
//! nothing about the service's own HTTP requests.

mod attempt;

use std::sync::Arc;

use attempt::{AttemptError, attempt, has_task};

use super::api_error::ApiError;
use super::app_state::AppState;
use super::instance::Instance;
use super::job::Job;
use super::placement::Reservation;

/// Hands a job over to the reserved instance or, if that fails, to another.
///
/// # Errors
/// When an instance rejects the job, or no instance responds or has a free slot.
pub(crate) async fn hand_over(
    app: &Arc<AppState>,
    job: &Job,
    mut reservation: Reservation,
) -> Result<(), ApiError> {
    let mut tried = Vec::new();
    loop {
        let instance = reservation.instance.clone();
        let (run_id, address) = (&job.run_id, &instance.address);
        match attempt(app, &instance, job).await {
            Ok((accepted, nodes)) => {
                let prompt_id = &accepted.prompt_id;
                instance.track_accepted(prompt_id, run_id, accepted.number, nodes);
                return record_acceptance(app, job, &instance, prompt_id).await;
            }
            Err(AttemptError::Rejected(error)) => return Err(error),
            Err(AttemptError::NotReceived(why)) => {
                tracing::warn!(
                    "handing the run {run_id} over to {address}: {why}; trying another instance"
                );
            }
            Err(AttemptError::Unknown(why)) => {
                tracing::warn!(
                    "handing the run {run_id} over to {address}: {why}; checking whether it arrived"
                );
                if has_task(&instance, run_id).await != Some(false) {
                    instance.track_recovered(run_id, run_id, false);
                    return Ok(());
                }
            }
        }
        tried.push(instance.address.clone());
        reservation = app.pool.reserve(job, &tried)?;
        let address = &reservation.instance.address;
        app.store
            .assign(run_id, Some(address), run_id)
            .await
            .map_err(ApiError::internal)?;
    }
}

async fn record_acceptance(
    app: &Arc<AppState>,
    job: &Job,
    instance: &Arc<Instance>,
    prompt_id: &str,
) -> Result<(), ApiError> {
    // If the engine uses our id, the store already has it. That saves a write while the caller waits.
    let unfinished = if prompt_id == job.run_id {
        app.store.is_unfinished(prompt_id).await
    } else {
        let address = Some(instance.address.as_str());
        app.store.assign(&job.run_id, address, prompt_id).await
    };
    if !unfinished.map_err(ApiError::internal)? {
        // It was cancelled during the hand-over.
        instance.withdraw(prompt_id).await;
        instance.untrack(prompt_id);
    }
    Ok(())
}
