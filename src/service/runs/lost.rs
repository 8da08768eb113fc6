//! Runs whose instance no longer has them, is silent for too long, or takes too long: they go to another one, or
//! end. Never before the attempt is known to be gone or the instance was silent for as long as the rules say.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tracing::Instrument;

use super::Runs;
use super::places;
use super::run_end;
use super::withdrawal;
use crate::engines::{Instance, InstanceObserver, TrackedRun};
use store::{RunOutcome, StoreError};

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
            check(&runs, instance, is_lost);
        }
        places::check(&runs).await;
        runs.engines.pool.let_leave();
    }
}

/// Whether an instance has not answered for so long that its runs are given up.
pub(crate) fn is_silent_too_long(runs: &Runs, instance: &Instance) -> bool {
    instance.availability.silent_for() >= Some(runs.rules.lost_after)
}

/// Whether the history of an instance has the end of a run. Nothing may be executed again then.
pub(crate) async fn has_ended(instance: &Instance, prompt_id: &str) -> bool {
    let history = timeout(ASKING, instance.client.history(prompt_id)).await;
    matches!(history, Ok(Ok(Some(_))))
}

/// Gives up the runs at an instance that is lost, and ends those that take too long.
fn check(runs: &Arc<Runs>, instance: &Arc<Instance>, is_lost: bool) {
    for prompt_id in instance.tasks.runs().unsettled_ids() {
        let Some(run) = instance.tasks.runs().get(&prompt_id).cloned() else {
            continue;
        };
        let is_over = match is_lost {
            true => run.accepted,
            false => takes_too_long(runs, &run),
        };
        if is_over && instance.tasks.claim(&prompt_id).is_some() {
            let log_ids = runs.waiting.log_ids(&run.hold.run_id);
            let ending = end_attempt(runs.clone(), instance.clone(), prompt_id, run, is_lost);
            runs.background.spawn(ending.instrument(log_ids));
        }
    }
}

/// Ends a claimed attempt. If the store fails for now, the run is looked at again: its instance may answer by then.
async fn end_attempt(
    runs: Arc<Runs>,
    instance: Arc<Instance>,
    prompt_id: String,
    run: TrackedRun,
    is_lost: bool,
) {
    let ended = match is_lost {
        true => silence_is_too_long(&runs, &instance, &prompt_id, &run).await,
        false => end_late_run(&runs, &instance, &prompt_id, &run).await,
    };
    match ended {
        Ok(()) => {}
        Err(error) if error.is_refusal() => {
            run_end::end_refused(&runs, &run.hold.run_id, &error).await;
        }
        Err(error) => {
            runs.store_trouble.note("giving up a run", &error);
            instance.tasks.unclaim(&prompt_id);
        }
    }
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
    run_end::finish_attempt(runs, instance, &run.hold, outcome).await?;
    withdrawal::withdraw_later(runs, instance, prompt_id).await;
    Ok(())
}

async fn silence_is_too_long(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    if has_ended(instance, prompt_id).await {
        instance.tasks.unclaim(prompt_id);
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
    withdrawal::withdraw_later(runs, instance, prompt_id).await;
    Ok(())
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
    let run_id = &run.hold.run_id;
    let _moving = runs.places.begin_moving(run_id);
    let record = match runs.stored_runs.run(run_id).await {
        Err(error @ StoreError::Damaged { .. }) => {
            let outcome = RunOutcome::failed(format!("{why}; {error}; run it again"));
            return run_end::finish_attempt(runs, instance, &run.hold, outcome).await;
        }
        record => record?,
    };
    let Some(record) = record else {
        instance.tasks.untrack(prompt_id);
        runs.waiting.remove(run_id, None);
        return Ok(());
    };
    if let Some(end) = end_after(runs, record.attempts) {
        let outcome = RunOutcome::failed(format!("{why}; {end}"));
        return run_end::finish_attempt(runs, instance, &run.hold, outcome).await;
    }
    tracing::warn!("the run {run_id} waits for another attempt: {why}");
    let is_placed = runs.open_runs.place_again(&run.hold).await?;
    instance.tasks.untrack(prompt_id);
    match is_placed {
        true => run_end::wait_again(runs, &record).await,
        false => runs.waiting.remove(run_id, None),
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
