//! Recovers the runs that were unfinished when the service stopped. Does not follow or hand over
//! runs itself.

use std::collections::HashSet;
use std::sync::Arc;

use tracing::Instrument;

use super::Runs;
use super::strays;
use super::waiting_runs::WaitingRun;
use crate::engines::Instance;
use crate::log_ids;
use api::RunStatus;
use store::{EngineStore, RunOutcome, RunRecord, StoreError, holder};

/// Finishes removals, then reattaches unfinished runs to their instances, and lets the others wait. Removes the uploads of runs that have
/// ended.
pub(crate) async fn recover_runs(runs: &Runs, engines: &dyn EngineStore) -> Result<(), StoreError> {
    runs.finish_removals().await?;
    let gone: HashSet<String> = engines.embedded_engines().await?.into_iter().collect();
    let unfinished = runs.open_runs.unfinished().await?;
    let mut busy = HashSet::new();
    for id in &unfinished {
        match runs.stored_runs.run(id).await {
            Ok(Some(run)) => {
                let log_ids = log_ids::of_run(&run.id, Some(holder(&run.owner)), run.trace);
                let recovering = recover_run(runs, &run, &gone, &mut busy);
                match recovering.instrument(log_ids).await {
                    // The others go on.
                    Err(error) if error.is_refusal() => {
                        tracing::error!("recovering the run {id}: {error}");
                    }
                    recovered => recovered?,
                }
            }
            // The store has reported it.
            Ok(None) | Err(StoreError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    for (address, prompt_id) in runs.withdrawals.withdrawals().await? {
        match runs.engines.pool.instance(&address) {
            Some(instance) => instance.tasks.withdraw_later(&prompt_id),
            None => runs.withdrawals.remove_withdrawal(&prompt_id).await?,
        }
    }
    let embedded = runs.engines.pool.embedded_addresses();
    let ended = gone.into_iter().collect();
    engines.change_embedded_engines(embedded, ended).await?;
    strays::clear_uploads(runs, &unfinished.into_iter().collect()).await
}

/// Recovers one run. `busy` collects the embedded engines for which the run that they were executing is known.
async fn recover_run(
    runs: &Runs,
    run: &RunRecord,
    gone: &HashSet<String>,
    busy: &mut HashSet<String>,
) -> Result<(), StoreError> {
    let Some(address) = &run.instance_address else {
        wait(runs, run).await;
        return Ok(());
    };
    if gone.contains(address) {
        // It executes one run after the other: of those that had not started, it may have begun the first.
        let may_have_started = busy.insert(address.clone()) || run.status == RunStatus::Running;
        return from_ended_engine(runs, run, may_have_started).await;
    }
    let Some(instance) = runs.engines.known_or_absent(address) else {
        return from_ended_engine(runs, run, true).await;
    };
    attach(runs, run, &instance).await;
    Ok(())
}

/// Looks for a run at the instance that has it by the store.
pub(super) async fn reattach(runs: &Runs, run: &RunRecord) -> Result<(), StoreError> {
    recover_run(runs, run, &HashSet::new(), &mut HashSet::new()).await
}

async fn attach(runs: &Runs, run: &RunRecord, instance: &Instance) {
    let job = runs.stored_job(run).await;
    if instance.tasks.runs().get(&run.prompt_id).is_none() {
        let nodes = job.as_ref().map(|job| runs.nodes_of(job, instance));
        let nodes = nodes.unwrap_or_default();
        let client_id = run.client_id.clone();
        let has_started = run.status == RunStatus::Running;
        instance
            .tasks
            .track_recovered(run.hold(), client_id, has_started, nodes);
    }
    if let Some(job) = job {
        let waiting = WaitingRun::new(run, &job);
        let waiting = waiting.keeping(runs.kept_jobs.keep(Arc::new(job)));
        runs.waiting.occupy(waiting, instance);
    }
}

async fn wait(runs: &Runs, run: &RunRecord) {
    if let Some(waiting) = runs.waiting_run(run).await {
        runs.waiting.add(waiting, &runs.engines.pool.instances());
    }
}

/// Lets a run wait again whose embedded engine has ended with the service.
async fn from_ended_engine(
    runs: &Runs,
    run: &RunRecord,
    may_have_started: bool,
) -> Result<(), StoreError> {
    if !may_have_started {
        runs.open_runs.take_back(&run.hold()).await?;
        wait(runs, run).await;
        return Ok(());
    }
    if run.attempts < runs.rules.attempts && runs.rules.repeats_lost {
        tracing::info!("the run {} was interrupted; executing it again", run.id);
        runs.open_runs.place_again(&run.hold()).await?;
        wait(runs, run).await;
        return Ok(());
    }
    let attempts = run.attempts;
    let why = format!("the service stopped during attempt {attempts} of this run; run it again");
    tracing::warn!("recovering the run {}: {why}", run.id);
    runs.open_runs
        .finish(&run.id, RunOutcome::failed(why))
        .await?;
    Ok(())
}
