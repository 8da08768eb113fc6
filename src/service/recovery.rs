//! Recovers the runs that were unfinished when the service stopped. Does not follow or hand over
//! runs itself.

use std::collections::HashSet;

use super::app_state::AppState;
use super::data_folder::STORE_FILE;
use super::start_error::StartError;
use super::store::{RunOutcome, RunRecord, StoreError};
use super::uploads;
use crate::api::RunStatus;

/// How often a run is executed that is interrupted by each stop: it may be what kills the process.
const MAX_ATTEMPTS: u32 = 3;

/// Reattaches unfinished runs to their instances. A run whose instance is gone waits for another; if it had
/// started there, it fails unless the instance was an embedded engine, which has certainly ended. Removes
/// the uploads of all other runs.
pub(crate) async fn recover_runs(app: &AppState) -> Result<(), StartError> {
    let path = app.data.path().join(STORE_FILE);
    let failed = |why: StoreError| StartError::store(&path, &why);
    let gone = app.store.embedded_engines().await.map_err(failed)?;
    let runs = app.store.unfinished().await.map_err(failed)?;
    let interrupted = interrupted(&runs, &gone);
    for run in &runs {
        let recovered = if interrupted.contains(&run.id) {
            place_again(app, run).await
        } else {
            recover_run(app, run, &gone).await
        };
        recovered.map_err(failed)?;
    }
    let embedded = app.pool.embedded_addresses();
    let stored = app.store.set_embedded_engines(embedded).await;
    stored.map_err(failed)?;
    let unfinished = app.store.unfinished_ids().await.map_err(failed)?;
    remove_other_uploads(app, &unfinished);
    app.pool.notify_slot_freed();
    Ok(())
}

/// The runs that embedded engines were executing: those that had started, or else the first one, which an
/// engine was about to start.
fn interrupted(runs: &[RunRecord], gone: &HashSet<String>) -> HashSet<String> {
    let address = |run: &RunRecord| {
        let address = run.instance_address.clone();
        address.filter(|address| gone.contains(address))
    };
    let has_started = |run: &&RunRecord| run.status == RunStatus::Running;
    let mut busy: HashSet<String> = runs
        .iter()
        .filter(has_started)
        .filter_map(address)
        .collect();
    let mut interrupted = HashSet::new();
    for run in runs {
        let Some(address) = address(run) else {
            continue;
        };
        if has_started(&run) || busy.insert(address) {
            interrupted.insert(run.id.clone());
        }
    }
    interrupted
}

/// Makes an interrupted run wait for another attempt, or ends it.
async fn place_again(app: &AppState, run: &RunRecord) -> Result<(), StoreError> {
    if app.store.place_again(&run.id, MAX_ATTEMPTS).await? {
        tracing::info!("the run {} was interrupted; executing it again", run.id);
        return Ok(());
    }
    let why = format!("the service stopped {MAX_ATTEMPTS} times during this run; run it again");
    tracing::warn!("recovering the run {}: {why}", run.id);
    app.store.finish(&run.id, RunOutcome::failed(why)).await?;
    Ok(())
}

async fn recover_run(
    app: &AppState,
    run: &RunRecord,
    gone: &HashSet<String>,
) -> Result<(), StoreError> {
    let running = run.status == RunStatus::Running;
    let Some(address) = &run.instance_address else {
        return Ok(());
    };
    // A new embedded engine may have the port of an old one.
    let instance = app.pool.instance(address);
    if let Some(instance) = instance.filter(|_| !gone.contains(address)) {
        instance.track_recovered(&run.prompt_id, &run.id, running);
        return Ok(());
    }
    if !running {
        app.store.assign(&run.id, None, &run.id).await?;
        return Ok(());
    }
    let why = "the service restarted during this run; run it again";
    tracing::warn!(
        "recovering the run {}: its engine instance {address} is no longer configured; marking it as failed",
        run.id
    );
    app.store.finish(&run.id, RunOutcome::failed(why)).await?;
    Ok(())
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
