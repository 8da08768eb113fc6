//! Hands over the runs that wait for an engine instance: those whose instance was lost before they
//! started. New runs do not wait; `submission` hands them over at once.

use std::sync::Arc;
use std::time::Duration;

use super::api_error::ApiError;
use super::app_state::AppState;
use super::catalog::{DeployedWorkflow, WorkflowId};
use super::hand_over::hand_over;
use super::job::Job;
use super::store::{RunOutcome, RunRecord};
use super::uploads;

/// How often waiting runs are retried.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Hands over waiting runs until the service stops.
pub(crate) async fn hand_over_waiting(app: Arc<AppState>) {
    loop {
        let some_wait = match hand_over_all(&app).await {
            Ok(some_wait) => some_wait,
            Err(error) => {
                tracing::warn!("handing over waiting runs: {error}; retrying");
                true
            }
        };
        let retry = async {
            match some_wait {
                true => tokio::time::sleep(RETRY_INTERVAL).await,
                false => std::future::pending().await,
            }
        };
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = app.pool.slot_freed() => {}
            () = retry => {}
        }
    }
}

/// Hands over all waiting runs, oldest first. Returns whether some still wait.
async fn hand_over_all(app: &Arc<AppState>) -> Result<bool, ApiError> {
    for run in app.store.waiting().await.map_err(ApiError::internal)? {
        let Some(job) = Job::from_record(&run, &app.uploads) else {
            continue;
        };
        let job = match deployed(app, &run)? {
            Some(deployed) => job.of_deployed(&deployed, app.metadata_of(&deployed)),
            None => job,
        };
        let Ok(reservation) = app.pool.reserve(&job, &[]) else {
            return Ok(true);
        };
        let address = reservation.instance.address.clone();
        let assigned = app.store.assign(&run.id, Some(&address), &run.id).await;
        if !assigned.map_err(ApiError::internal)? {
            continue;
        }
        tracing::info!("handing the waiting run {} over to {address}", run.id);
        let result = hand_over(app, &job, reservation).await;
        if still_waits(app, &run.id, result).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A run's workflow, if that version is still deployed.
fn deployed(app: &AppState, run: &RunRecord) -> Result<Option<Arc<DeployedWorkflow>>, ApiError> {
    let id = WorkflowId {
        name: run.workflow_id.clone(),
        version: run.version,
    };
    let found = app.catalog.find(&id).map_err(ApiError::internal)?;
    Ok(found.ok())
}

/// Records the result of a hand-over. Returns whether the run still waits.
async fn still_waits(
    app: &AppState,
    run_id: &str,
    result: Result<(), ApiError>,
) -> Result<bool, ApiError> {
    let store = &app.store;
    match result {
        Ok(()) => Ok(false),
        Err(ApiError::QueueFull(_) | ApiError::Unavailable(..)) => {
            let unassigned = store.assign(run_id, None, run_id).await;
            unassigned.map(|_| true).map_err(ApiError::internal)
        }
        Err(error) => {
            let outcome = RunOutcome::failed(error.to_string());
            let finished = store.finish(run_id, outcome).await;
            uploads::remove_for_run(&app.uploads, run_id);
            finished.map(|_| false).map_err(ApiError::internal)
        }
    }
}
