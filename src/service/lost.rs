//! Runs whose instance no longer has them, is silent for too long, or takes too long: they go to another one, or
//! end. Never before the attempt is known to be gone or the instance was silent for as long as the rules say.

use std::sync::Arc;
use std::time::Duration;

use super::app_state::AppState;
use super::instance::{Instance, TrackedRun};
use super::run_end;
use super::store::{RunOutcome, StoreError};
use super::waiting_runs::WaitingRun;

/// How often the instances are looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// Watches the silence of instances and the duration of runs until the service stops, and lets removed instances
/// leave.
pub(crate) async fn watch(app: Arc<AppState>) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            _ = interval.tick() => {}
        }
        for instance in &app.pool.all() {
            let is_lost = instance.silent_for() >= Some(app.rules.lost_after);
            if let Err(error) = check(&app, instance, is_lost).await {
                tracing::error!("giving up runs at {}: {error}", instance.address);
            }
        }
        app.pool.let_leave();
    }
}

/// Gives up the runs at an instance that is lost, and ends those that take too long.
async fn check(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    is_lost: bool,
) -> Result<(), StoreError> {
    for prompt_id in instance.tracked() {
        let Some(run) = instance.run(&prompt_id) else {
            continue;
        };
        if is_lost {
            if run.accepted && instance.claim(&prompt_id).is_some() {
                silence_is_too_long(app, instance, &prompt_id, &run).await?;
            }
        } else if takes_too_long(app, &run) && instance.claim(&prompt_id).is_some() {
            end_late_run(app, instance, &prompt_id, &run).await?;
        }
    }
    Ok(())
}

fn takes_too_long(app: &AppState, run: &TrackedRun) -> bool {
    let allowed = app.rules.run_timeout;
    let lasts = run.started.map(|started| started.elapsed());
    matches!((lasts, allowed), (Some(lasts), Some(allowed)) if lasts > allowed)
}

async fn end_late_run(
    app: &AppState,
    instance: &Instance,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    let allowed = humantime::format_duration(app.rules.run_timeout.unwrap_or_default());
    let outcome = RunOutcome::failed(format!(
        "the run took longer than {allowed}; raise --run-timeout, or make the workflow faster"
    ));
    run_end::finish_attempt(app, instance, prompt_id, &run.run_id, outcome).await?;
    withdraw(app, instance, prompt_id).await
}

async fn silence_is_too_long(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    let silence = humantime::format_duration(app.rules.lost_after);
    let why = format!(
        "its engine instance {} has not answered for {silence}",
        instance.address
    );
    repeat_or_end(app, instance, prompt_id, run, &why).await?;
    // When the instance answers again, it must not execute the run, too.
    withdraw(app, instance, prompt_id).await
}

async fn withdraw(app: &AppState, instance: &Instance, prompt_id: &str) -> Result<(), StoreError> {
    instance.withdraw_later(prompt_id);
    app.store.add_withdrawal(&instance.address, prompt_id).await
}

/// Handles a claimed run that its instance knows nothing of any more.
pub(crate) async fn attempt_is_gone(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), StoreError> {
    let why = format!(
        "its engine instance {} no longer has it: it restarted, or its queue or history was cleared",
        instance.address
    );
    repeat_or_end(app, instance, prompt_id, run, &why).await
}

/// Makes a run wait for its next attempt, if it may have one.
async fn repeat_or_end(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
    why: &str,
) -> Result<(), StoreError> {
    let run_id = &run.run_id;
    let Some(record) = app.store.run(run_id).await? else {
        instance.untrack(prompt_id);
        return Ok(());
    };
    if let Some(end) = end_after(app, record.attempts) {
        let outcome = RunOutcome::failed(format!("{why}; {end}"));
        return run_end::finish_attempt(app, instance, prompt_id, run_id, outcome).await;
    }
    tracing::warn!("the run {run_id} waits for another attempt: {why}");
    let is_placed = app.store.place_again(run_id, prompt_id).await?;
    instance.untrack(prompt_id);
    match app.waiting_run(&record).await.filter(|_| is_placed) {
        Some(waiting) => app.waiting.add_back(waiting, &app.pool.instances()),
        None => app.waiting.remove(run_id, None),
    }
    Ok(())
}

/// Why a run gets no further attempt after so many; `None` if it gets one.
fn end_after(app: &AppState, attempts: u32) -> Option<String> {
    if !app.rules.repeats_lost {
        return Some("run it again".to_owned());
    }
    let is_last = attempts >= app.rules.attempts;
    is_last.then(|| format!("that was attempt {attempts}; run it again"))
}

/// Makes a run wait that its instance has not received.
pub(crate) async fn take_back(
    app: &Arc<AppState>,
    waiting: WaitingRun,
    prompt_id: &str,
) -> Result<(), StoreError> {
    if app.store.take_back(&waiting.id, prompt_id).await? {
        app.waiting.add_back(waiting, &app.pool.instances());
    } else {
        app.waiting.remove(&waiting.id, None);
    }
    Ok(())
}
