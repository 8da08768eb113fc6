//! Recovers the runs that were unfinished when the service stopped. Does not follow or hand over
//! runs itself.

use std::collections::HashSet;
use std::sync::Arc;

use super::app_state::AppState;
use super::data_folder::STORE_FILE;
use super::start_error::StartError;
use super::store::{RunOutcome, RunRecord, StoreError};
use super::strays;
use super::waiting_runs::WaitingRun;
use api::RunStatus;

/// Reattaches unfinished runs to their instances, and lets the others wait. Removes the uploads of runs that have
/// ended.
pub(crate) async fn recover_runs(app: &AppState) -> Result<(), StartError> {
    let path = app.data.path().join(STORE_FILE);
    recover(app)
        .await
        .map_err(|why| StartError::store(&path, &why))
}

async fn recover(app: &AppState) -> Result<(), StoreError> {
    app.waiting.restore(app.store.durations().await?);
    let gone = app.store.embedded_engines().await?;
    let unfinished = app.store.unfinished().await?;
    let mut busy = HashSet::new();
    for id in &unfinished {
        match app.store.run(id).await {
            Ok(Some(run)) => recover_run(app, &run, &gone, &mut busy).await?,
            // The store has reported it.
            Ok(None) | Err(StoreError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    for (address, prompt_id) in app.store.withdrawals().await? {
        match app.pool.instance(&address) {
            Some(instance) => instance.withdraw_later(&prompt_id),
            None => app.store.remove_withdrawal(&prompt_id).await?,
        }
    }
    let embedded = app.pool.embedded_addresses();
    app.store.set_embedded_engines(embedded).await?;
    strays::clear_uploads(app, &unfinished.into_iter().collect()).await
}

/// Recovers one run. `busy` collects the embedded engines for which the run that they were executing is known.
async fn recover_run(
    app: &AppState,
    run: &RunRecord,
    gone: &HashSet<String>,
    busy: &mut HashSet<String>,
) -> Result<(), StoreError> {
    let Some(address) = &run.instance_address else {
        wait(app, run).await;
        return Ok(());
    };
    let has_started = run.status == RunStatus::Running;
    if gone.contains(address) {
        // It executes one run after the other: of those that had not started, it may have begun the first.
        let may_have_started = busy.insert(address.clone()) || has_started;
        return from_ended_engine(app, run, may_have_started).await;
    }
    let Some(instance) = app.pool.instance_or_absent(address) else {
        return from_ended_engine(app, run, true).await;
    };
    let job = app.stored_job(run).await;
    let nodes = job.as_ref().map(|job| app.nodes_of(job, &instance));
    let nodes = nodes.unwrap_or_default();
    let client_id = run.client_id.clone();
    instance.track_recovered(&run.prompt_id, &run.id, client_id, has_started, nodes);
    if let Some(job) = job {
        let waiting = WaitingRun::new(run, &job);
        let waiting = waiting.keeping(app.kept_jobs.keep(Arc::new(job)));
        app.waiting.occupy(waiting, &instance);
    }
    Ok(())
}

async fn wait(app: &AppState, run: &RunRecord) {
    if let Some(waiting) = app.waiting_run(run).await {
        app.waiting.add(waiting, &app.pool.instances());
    }
}

/// Lets a run wait again whose embedded engine has ended with the service.
async fn from_ended_engine(
    app: &AppState,
    run: &RunRecord,
    may_have_started: bool,
) -> Result<(), StoreError> {
    if !may_have_started {
        app.store.take_back(&run.id, &run.prompt_id).await?;
        wait(app, run).await;
        return Ok(());
    }
    if run.attempts < app.rules.attempts && app.rules.repeats_lost {
        tracing::info!("the run {} was interrupted; executing it again", run.id);
        app.store.place_again(&run.id, &run.prompt_id).await?;
        wait(app, run).await;
        return Ok(());
    }
    let attempts = run.attempts;
    let why = format!("the service stopped during attempt {attempts} of this run; run it again");
    tracing::warn!("recovering the run {}: {why}", run.id);
    app.store.finish(&run.id, RunOutcome::failed(why)).await?;
    Ok(())
}
