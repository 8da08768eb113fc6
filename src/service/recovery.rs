//! Recovers the runs that were unfinished when the service stopped. Does not follow or hand over
//! runs itself.

use std::collections::HashSet;

use super::app_state::{AppState, STORE_FILE};
use super::start_error::StartError;
use super::store::{RunOutcome, RunRecord, StoreError};
use super::uploads;
use crate::api::RunStatus;

/// Reattaches unfinished runs to their instances. A run whose instance is gone waits for another or,
/// if it had started, fails. Removes the uploads of all other runs.
pub(crate) async fn recover_runs(app: &AppState) -> Result<(), StartError> {
    let failed = |why: StoreError| StartError::Store {
        path: app.data.path().join(STORE_FILE),
        why: why.to_string(),
    };
    let mut unfinished = HashSet::new();
    for run in app.store.unfinished().await.map_err(failed)? {
        if recover_run(app, &run).await.map_err(failed)? {
            unfinished.insert(run.id);
        }
    }
    remove_other_uploads(app, &unfinished);
    app.pool.notify_slot_freed();
    Ok(())
}

/// Recovers one run. Returns whether it is still unfinished.
async fn recover_run(app: &AppState, run: &RunRecord) -> Result<bool, StoreError> {
    let running = run.status == RunStatus::Running;
    let Some(address) = &run.instance_address else {
        return Ok(true);
    };
    if let Some(instance) = app.pool.instance(address) {
        instance.track_recovered(&run.prompt_id, &run.id, running);
        return Ok(true);
    }
    if !running {
        app.store.assign(&run.id, None, &run.id).await?;
        return Ok(true);
    }
    let why = "the service restarted during this run; run it again";
    tracing::warn!(
        "recovering the run {}: its engine instance {address} is no longer configured; marking it as failed",
        run.id
    );
    app.store.finish(&run.id, RunOutcome::failed(why)).await?;
    Ok(false)
}

fn remove_other_uploads(app: &AppState, unfinished: &HashSet<String>) {
    let folders = std::fs::read_dir(&app.uploads);
    for folder in folders.into_iter().flatten().flatten() {
        let name = folder.file_name();
        if !name.to_str().is_some_and(|name| unfinished.contains(name)) {
            uploads::remove(&folder.path());
        }
    }
}
