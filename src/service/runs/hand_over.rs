//! Hands one run over to one engine instance. The store knows of the attempt before the instance does, so that
//! the run is looked for there if the service stops meanwhile. Does not choose the instance.

mod attempt;
mod left_out;

use std::sync::Arc;

use attempt::{Accepted, AttemptError, attempt};

use super::Runs;
use super::run_end;
use super::settle;
use super::waiting_runs::WaitingRun;
use crate::engines::Instance;
use api::LeftOut;
use store::{Claim, Hold, RunOutcome, StoreError};

/// What the log says of operations of the store that fail.
const HANDING_OVER: &str = "handing a run over to an engine instance";
const HANDED_OVER: &str = "recording that an engine instance has taken a run";

/// Hands a run over. If the instance does not receive it, the run waits again.
pub(crate) async fn hand_over(runs: Arc<Runs>, instance: Arc<Instance>, run: WaitingRun) {
    let id = run.id.clone();
    let _moving = runs.places.begin_moving(&id);
    let Err(error) = try_hand_over(&runs, &instance, run).await else {
        return;
    };
    tracing::debug!("handing the run {id} over to {}: {error}", instance.address);
    // Otherwise, the service stops, and the next start looks for the run at the instance.
    if error.is_refusal() {
        run_end::end_refused(&runs, &id, &error).await;
    }
}

async fn try_hand_over(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    waiting: WaitingRun,
) -> Result<(), StoreError> {
    let id = waiting.id.clone();
    let job = runs.persist(HANDING_OVER, || runs.job(&id)).await?;
    let prompt_id = waiting.next_prompt_id();
    let begun = match &job {
        Some(_) => begin(runs, instance, &id, &prompt_id).await?,
        None => None,
    };
    let (Some(job), Some((hold, client_id))) = (job, begun) else {
        runs.waiting.remove(&id, None);
        return Ok(());
    };
    let address = &instance.address;
    instance.tasks.track_offered(hold.clone(), &client_id);
    match attempt(runs, instance, &job, &prompt_id, &client_id).await {
        Ok(what) => accepted(runs, instance, &hold, what).await,
        Err(AttemptError::Unknown(why)) => {
            tracing::warn!("handing the run {id} over to {address}: {why}; looking for it there");
            if !instance.tasks.track_unknown(&prompt_id) {
                instance.tasks.withdraw_later(&prompt_id);
            }
            Ok(())
        }
        Err(AttemptError::Rejected(why)) => {
            run_end::finish_attempt(runs, instance, &hold, RunOutcome::failed(why)).await
        }
        Err(AttemptError::NotReceived(why)) => {
            instance.tasks.untrack(&prompt_id);
            let pause = instance.availability.pause();
            tracing::warn!(
                "handing the run {id} over to {address}: {why}; the run waits, and the instance gets none for {pause:?}"
            );
            runs.engines.signal.notify_instances();
            notify_after(runs, pause);
            take_back(runs, waiting, &hold).await
        }
        Err(AttemptError::Refused(why)) => {
            instance.tasks.untrack(&prompt_id);
            refused(runs, instance, waiting, &hold, why).await
        }
    }
}

/// Records the attempt, before the instance knows of it. Returns what is held of it, and the client id to submit it with;
/// `None` if the run does not wait any more.
async fn begin(
    runs: &Runs,
    instance: &Instance,
    id: &str,
    prompt_id: &str,
) -> Result<Option<(Hold, String)>, StoreError> {
    let begin = || async move {
        // The instance may have reconnected since the last try.
        let client_id = instance.tasks.known().client_id().to_owned();
        let claim = Claim {
            run_id: id.to_owned(),
            instance_address: instance.address.clone(),
            prompt_id: prompt_id.to_owned(),
            client_id: client_id.clone(),
        };
        let hold = runs.open_runs.begin_attempt(claim).await?;
        Ok(hold.map(|hold| (hold, client_id)))
    };
    runs.persist(HANDING_OVER, begin).await
}

/// Makes a run wait that its instance has not received.
async fn take_back(runs: &Runs, waiting: WaitingRun, hold: &Hold) -> Result<(), StoreError> {
    let take_back = || runs.open_runs.take_back(hold);
    if runs.persist("letting a run wait again", take_back).await? {
        runs.waiting
            .add_back(waiting, &runs.engines.pool.instances());
    } else {
        runs.waiting.remove(&hold.run_id, None);
    }
    Ok(())
}

/// Notes that an instance has accepted a run.
async fn accepted(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    hold: &Hold,
    accepted: Accepted,
) -> Result<(), StoreError> {
    instance.availability.end_pause();
    let run_id = &hold.run_id;
    let engine = &instance.address;
    let log = || tracing::info!(target: "run_log", run_id, engine, "an engine has taken a run");
    runs.waiting.log_ids(run_id).in_scope(log);
    let Accepted {
        task,
        nodes,
        left_out,
    } = accepted;
    let id = &task.prompt_id;
    let recorded = record(runs, instance, hold, id, left_out).await;
    if matches!(&recorded, Err(error) if !error.is_refusal()) {
        return recorded.map(drop);
    }
    let is_held = matches!(recorded, Ok(true));
    if !instance.tasks.track_accepted(&hold.prompt_id, &task, nodes) || !is_held {
        // It was cancelled during the hand-over, or the store refuses it.
        instance.tasks.withdraw_later(id);
    } else if instance
        .tasks
        .runs()
        .get(id)
        .is_some_and(|run| run.is_reported())
    {
        settle::ended(runs, instance, id.clone());
    }
    recorded.map(drop)
}

/// Records the id of an attempt at its instance, and the outputs that the instance leaves out. Returns whether the attempt
/// was held.
async fn record(
    runs: &Runs,
    instance: &Instance,
    hold: &Hold,
    id: &str,
    left_out: Vec<LeftOut>,
) -> Result<bool, StoreError> {
    let set_prompt_id = || runs.open_runs.set_prompt_id(hold, id);
    let held = match *id == hold.prompt_id {
        true => Some(hold.clone()),
        false => runs.persist(HANDED_OVER, set_prompt_id).await?,
    };
    if let Some(held) = held.as_ref().filter(|_| !left_out.is_empty()) {
        note_left_out(runs, instance, held, left_out).await?;
    }
    Ok(held.is_some())
}

/// Notes which outputs an instance leaves out.
async fn note_left_out(
    runs: &Runs,
    instance: &Instance,
    hold: &Hold,
    left_out: Vec<LeftOut>,
) -> Result<(), StoreError> {
    for LeftOut {
        node,
        title,
        reason,
    } in &left_out
    {
        let (run_id, address) = (&hold.run_id, &instance.address);
        tracing::warn!(
            "the run {run_id} goes on at {address} without the output “{title}” (node {node}): {reason}"
        );
    }
    let set = || runs.open_runs.set_left_out(hold, left_out.clone());
    runs.persist(HANDED_OVER, set).await.map(drop)
}

/// Lets a run wait for another instance than this one; without another, it fails.
async fn refused(
    runs: &Arc<Runs>,
    instance: &Instance,
    waiting: WaitingRun,
    hold: &Hold,
    why: String,
) -> Result<(), StoreError> {
    let waiting = waiting.refused_by(instance);
    runs.engines.signal.notify_instances();
    let instances = runs.engines.pool.instances();
    if instances.iter().any(|one| waiting.fits(one)) {
        return take_back(runs, waiting, hold).await;
    }
    run_end::finish_attempt(runs, instance, hold, RunOutcome::failed(why)).await
}

fn notify_after(runs: &Arc<Runs>, pause: std::time::Duration) {
    let runs = runs.clone();
    runs.background.clone().spawn(async move {
        if runs.background.sleep(pause).await {
            runs.engines.signal.notify_instances();
        }
    });
}
