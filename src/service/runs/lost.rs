//! Runs whose instance no longer has them, is silent for too long, or takes too long: they go to another one, or
//! end. Never before the attempt is known to be gone or the instance was silent for as long as the rules say.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tracing::Instrument;

use super::Runs;
use super::run_end;
use super::waiting_runs::WaitingRun;
use crate::engines::{Instance, InstanceObserver, TrackedRun};
use crate::store::{RunOutcome, StoreError};

/// How often the instances are looked at.
const INTERVAL: Duration = Duration::from_millis(500);
/// How long a silent instance has for a last answer.
const ASKING: Duration = Duration::from_secs(2);

/// Watches the silence of instances and the duration of runs until the service stops, and lets removed instances
/// leave.
pub(crate) async fn watch(runs: Arc<Runs>) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = runs.background.stopped() => return,
            _ = interval.tick() => {}
        }
        for instance in &runs.engines.pool.all() {
            let is_lost = is_silent_too_long(&runs, instance);
            if let Err(error) = check(&runs, instance, is_lost).await {
                tracing::error!("giving up runs at {}: {error}", instance.address);
            }
        }
        runs.engines.pool.let_leave();
    }
}

/// Whether an instance has not answered for so long that its runs are given up.
pub(crate) fn is_silent_too_long(runs: &Runs, instance: &Instance) -> bool {
    instance.silent_for() >= Some(runs.rules.lost_after)
}

/// Whether the history of an instance has the end of a run. Nothing may be executed again then.
pub(crate) async fn has_ended(instance: &Instance, prompt_id: &str) -> bool {
    let history = timeout(ASKING, instance.client.history(prompt_id)).await;
    matches!(history, Ok(Ok(Some(_))))
}

/// Gives up the runs at an instance that is lost, and ends those that take too long.
async fn check(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    is_lost: bool,
) -> Result<(), StoreError> {
    for prompt_id in instance.tracked() {
        let Some(run) = instance.run(&prompt_id) else {
            continue;
        };
        let log_ids = || runs.waiting.log_ids(&run.run_id);
        if is_lost {
            if run.accepted && instance.claim(&prompt_id).is_some() {
                let repeating = silence_is_too_long(runs, instance, &prompt_id, &run);
                repeating.instrument(log_ids()).await?;
            }
        } else if takes_too_long(runs, &run) && instance.claim(&prompt_id).is_some() {
            let ending = end_late_run(runs, instance, &prompt_id, &run);
            ending.instrument(log_ids()).await?;
        }
    }
    Ok(())
}

fn takes_too_long(runs: &Runs, run: &TrackedRun) -> bool {
    let allowed = runs.rules.run_timeout;
    let lasts = run.started.map(|started| started.elapsed());
    matches!((lasts, allowed), (Some(lasts), Some(allowed)) if lasts > allowed)
}

async fn end_late_run(
    runs: &Runs,
    instance: &Instance,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    let allowed = humantime::format_duration(runs.rules.run_timeout.unwrap_or_default());
    let outcome = RunOutcome::failed(format!(
        "the run took longer than {allowed}; raise --run-timeout, or make the workflow faster"
    ));
    run_end::finish_attempt(runs, instance, prompt_id, &run.run_id, outcome).await?;
    withdraw(runs, instance, prompt_id).await
}

async fn silence_is_too_long(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    if has_ended(instance, prompt_id).await {
        instance.unclaim(prompt_id);
        runs.clone().run_ended(instance, prompt_id.to_owned());
        return Ok(());
    }
    let silence = humantime::format_duration(runs.rules.lost_after);
    let why = format!(
        "its engine instance {} has not answered for {silence}",
        instance.address
    );
    repeat_or_end(runs, instance, prompt_id, run, &why).await?;
    // When the instance answers again, it must not execute the run, too.
    withdraw(runs, instance, prompt_id).await
}

async fn withdraw(runs: &Runs, instance: &Instance, prompt_id: &str) -> Result<(), StoreError> {
    instance.withdraw_later(prompt_id);
    runs.store
        .add_withdrawal(&instance.address, prompt_id)
        .await
}

/// Handles a claimed run that its instance knows nothing of any more.
pub(crate) async fn attempt_is_gone(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    let why = format!(
        "its engine instance {} no longer has it: it restarted, or its queue or history was cleared",
        instance.address
    );
    repeat_or_end(runs, instance, prompt_id, run, &why).await
}

/// Makes a run wait for its next attempt, if it may have one.
async fn repeat_or_end(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
    why: &str,
) -> Result<(), StoreError> {
    let run_id = &run.run_id;
    let Some(record) = runs.store.run(run_id).await? else {
        instance.untrack(prompt_id);
        return Ok(());
    };
    if let Some(end) = end_after(runs, record.attempts) {
        let outcome = RunOutcome::failed(format!("{why}; {end}"));
        return run_end::finish_attempt(runs, instance, prompt_id, run_id, outcome).await;
    }
    tracing::warn!("the run {run_id} waits for another attempt: {why}");
    let is_placed = runs.store.place_again(run_id, prompt_id).await?;
    instance.untrack(prompt_id);
    match runs.waiting_run(&record).await.filter(|_| is_placed) {
        Some(waiting) => runs
            .waiting
            .add_back(waiting, &runs.engines.pool.instances()),
        None => runs.waiting.remove(run_id, None),
    }
    Ok(())
}

/// Why a run gets no further attempt after so many; `None` if it gets one.
fn end_after(runs: &Runs, attempts: u32) -> Option<String> {
    if !runs.rules.repeats_lost {
        return Some("run it again".to_owned());
    }
    let is_last = attempts >= runs.rules.attempts;
    is_last.then(|| format!("that was attempt {attempts}; run it again"))
}

/// Makes a run wait that its instance has not received.
pub(crate) async fn take_back(
    runs: &Arc<Runs>,
    waiting: WaitingRun,
    prompt_id: &str,
) -> Result<(), StoreError> {
    if runs.store.take_back(&waiting.id, prompt_id).await? {
        runs.waiting
            .add_back(waiting, &runs.engines.pool.instances());
    } else {
        runs.waiting.remove(&waiting.id, None);
    }
    Ok(())
}
