//! Hands one run over to one engine instance. The store knows of the attempt before the instance does, so that
//! the run is looked for there if the service stops meanwhile. Does not choose the instance.

mod attempt;
mod left_out;

use std::sync::Arc;

use attempt::{Accepted, AttemptError, attempt};

use super::Runs;
use super::lost;
use super::run_end;
use super::settle;
use super::waiting_runs::WaitingRun;
use crate::engines::Instance;
use crate::store::{RunOutcome, StoreError};
use api::LeftOut;

/// Hands a run over. If the instance does not receive it, the run waits again.
pub(crate) async fn hand_over(runs: Arc<Runs>, instance: Arc<Instance>, run: WaitingRun) {
    let id = run.id.clone();
    if let Err(error) = try_hand_over(&runs, &instance, run).await {
        tracing::error!("handing the run {id} over to {}: {error}", instance.address);
    }
}

async fn try_hand_over(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    waiting: WaitingRun,
) -> Result<(), StoreError> {
    let Some(job) = runs.job(&waiting.id).await? else {
        runs.waiting.remove(&waiting.id, None);
        return Ok(());
    };
    let id = waiting.id.clone();
    let prompt_id = waiting.next_prompt_id();
    let (address, client_id) = (&instance.address, instance.client_id());
    if !runs
        .store
        .begin_attempt(&id, address, &prompt_id, &client_id)
        .await?
    {
        runs.waiting.remove(&id, None);
        return Ok(());
    }
    instance.track_offered(&prompt_id, &id, &client_id);
    match attempt(runs, instance, &job, &prompt_id, &client_id).await {
        Ok(what) => accepted(runs, instance, &id, &prompt_id, what).await,
        Err(AttemptError::Unknown(why)) => {
            tracing::warn!("handing the run {id} over to {address}: {why}; looking for it there");
            if !instance.track_unknown(&prompt_id) {
                instance.withdraw_later(&prompt_id);
            }
            Ok(())
        }
        Err(AttemptError::Rejected(why)) => {
            instance.untrack(&prompt_id);
            run_end::finish_run(runs, &id, Some(address), RunOutcome::failed(why))
                .await
                .map(drop)
        }
        Err(AttemptError::NotReceived(why)) => {
            instance.untrack(&prompt_id);
            let pause = instance.pause();
            tracing::warn!(
                "handing the run {id} over to {address}: {why}; the run waits, and the instance gets none for {pause:?}"
            );
            runs.engines.signal.notify_instances();
            notify_after(runs, pause);
            lost::take_back(runs, waiting, &prompt_id).await
        }
        Err(AttemptError::Refused(why)) => {
            instance.untrack(&prompt_id);
            refused(runs, instance, waiting, &prompt_id, why).await
        }
    }
}

/// Notes that an instance has accepted a run.
async fn accepted(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    run_id: &str,
    prompt_id: &str,
    accepted: Accepted,
) -> Result<(), StoreError> {
    instance.end_pause();
    let engine = &instance.address;
    let log = || tracing::info!(target: "run_log", run_id, engine, "an engine has taken a run");
    runs.waiting.log_ids(run_id).in_scope(log);
    let Accepted {
        task,
        nodes,
        left_out,
    } = accepted;
    let id = &task.prompt_id;
    let is_ours = id == prompt_id || runs.store.set_prompt_id(run_id, id).await?;
    if !left_out.is_empty() {
        note_left_out(runs, instance, run_id, id, left_out).await?;
    }
    if !instance.track_accepted(prompt_id, &task, nodes) || !is_ours {
        // It was cancelled during the hand-over.
        instance.withdraw_later(id);
    } else if instance.run(id).is_some_and(|run| run.is_reported()) {
        settle::ended(runs, instance, id.clone());
    }
    Ok(())
}

/// Notes which outputs an instance leaves out.
async fn note_left_out(
    runs: &Runs,
    instance: &Instance,
    run_id: &str,
    prompt_id: &str,
    left_out: Vec<LeftOut>,
) -> Result<(), StoreError> {
    for LeftOut {
        node,
        title,
        reason,
    } in &left_out
    {
        let address = &instance.address;
        tracing::warn!(
            "the run {run_id} goes on at {address} without the output “{title}” (node {node}): {reason}"
        );
    }
    runs.store
        .set_left_out(run_id, prompt_id, left_out)
        .await
        .map(drop)
}

/// Lets a run wait for another instance than this one; without another, it fails.
async fn refused(
    runs: &Arc<Runs>,
    instance: &Instance,
    waiting: WaitingRun,
    prompt_id: &str,
    why: String,
) -> Result<(), StoreError> {
    let waiting = waiting.refused_by(instance);
    runs.engines.signal.notify_instances();
    let instances = runs.engines.pool.instances();
    if instances.iter().any(|one| waiting.fits(one)) {
        return lost::take_back(runs, waiting, prompt_id).await;
    }
    let engine = Some(&*instance.address);
    run_end::finish_run(runs, &waiting.id, engine, RunOutcome::failed(why))
        .await
        .map(drop)
}

fn notify_after(runs: &Arc<Runs>, pause: std::time::Duration) {
    let runs = runs.clone();
    runs.background.clone().spawn(async move {
        if runs.background.sleep(pause).await {
            runs.engines.signal.notify_instances();
        }
    });
}
