//! Records the end of a run: in the store, among the outputs and uploads, and at the instance that had it. Does not
//! know how the end was learned.

use super::Runs;
use super::run_start;
use super::withdrawal;
use crate::engines::Instance;
use api::RunStatus;
use store::{Hold, RunOutcome, RunRecord, StoreError};

/// What the log says of operations of the store that fail.
const RECORDING: &str = "recording the end of a run";

/// Records the outcome of an attempt. Only a run that completes keeps its outputs: it may have failed while they
/// were copied, or was cancelled in the meantime.
///
/// # Errors
/// When the service stops.
pub(crate) async fn finish_attempt(
    runs: &Runs,
    instance: &Instance,
    hold: &Hold,
    outcome: RunOutcome,
) -> Result<(), StoreError> {
    let Hold {
        run_id, prompt_id, ..
    } = hold;
    let _moving = runs.places.begin_moving(run_id);
    let seconds = outcome.seconds;
    if outcome.status != RunStatus::Completed {
        runs.outputs.discard(run_id).await;
    }
    run_start::ensure_recorded(runs, hold).await;
    let finish = || runs.open_runs.finish_attempt(hold, outcome.clone());
    let is_ended_now = match runs.persist(RECORDING, finish).await {
        Err(error) if error.is_refusal() => {
            end_refused(runs, run_id, &error).await;
            return Ok(());
        }
        ended => ended?,
    };
    if is_ended_now {
        LoggedEnd::of(&outcome, Some(&instance.address)).log(runs, run_id);
    } else if !has_ended(runs, run_id).await? {
        instance.tasks.untrack(prompt_id);
        return Ok(());
    }
    instance.tasks.untrack(prompt_id);
    let_go(runs, run_id, seconds).await;
    Ok(())
}

/// Whether a run has ended, or is gone, whose attempt could not end it. Removes its outputs unless it has completed.
/// If it waits in the store, it waits now: the attempt was given up, but who gave it up did not learn that.
async fn has_ended(runs: &Runs, run_id: &str) -> Result<bool, StoreError> {
    let read = || runs.stored_runs.run(run_id);
    let run = match runs.persist(RECORDING, read).await {
        Ok(run) => run,
        // Nothing is removed that might be missed.
        Err(error) if error.is_refusal() => return Ok(true),
        Err(error) => return Err(error),
    };
    let status = run.as_ref().map(|run| run.status);
    if status != Some(RunStatus::Completed) {
        runs.outputs.discard(run_id).await;
    }
    match run.filter(|run| !run.status.is_final()) {
        None => Ok(true),
        Some(run) if run.instance_address.is_some() => Ok(false),
        Some(run) => {
            wait_again(runs, &run).await;
            Ok(false)
        }
    }
}

/// Ends a run that waits.
///
/// # Errors
/// When the service stops.
pub(crate) async fn end_waiting(
    runs: &Runs,
    run_id: &str,
    outcome: RunOutcome,
) -> Result<(), StoreError> {
    // If it had ended, it was cancelled, or the first try was written although it failed.
    record_end(runs, run_id, &outcome).await?;
    let_go(runs, run_id, None).await;
    Ok(())
}

/// Records the end of a run, and logs it. Returns whether it ended now.
async fn record_end(runs: &Runs, run_id: &str, outcome: &RunOutcome) -> Result<bool, StoreError> {
    let finish = || runs.open_runs.finish(run_id, outcome.clone());
    let is_ended_now = runs.persist(RECORDING, finish).await?;
    if is_ended_now {
        LoggedEnd::of(outcome, None).log(runs, run_id);
    }
    Ok(is_ended_now)
}

/// Ends a run that cannot go on because the store refuses to read or change it. If it cannot even be ended in the store,
/// it loses its place all the same, and no instance executes it.
pub(crate) async fn end_refused(runs: &Runs, run_id: &str, why: &StoreError) {
    let _moving = runs.places.begin_moving(run_id);
    tracing::error!("ending the run {run_id}: {why}");
    let outcome = RunOutcome::failed(format!("{why}; run it again"));
    let ended = record_end(runs, run_id, &outcome).await;
    if matches!(&ended, Err(error) if !error.is_refusal()) {
        // The service stops, and the next start looks for the run.
        return;
    }
    withdrawal::withdraw_run(runs, run_id).await;
    match ended {
        Ok(is_ended_now) => {
            if is_ended_now {
                runs.outputs.discard(run_id).await;
            }
            let_go(runs, run_id, None).await;
        }
        Err(error) => {
            tracing::error!("{RECORDING}: {error}; the run {run_id} stays in the run store");
            runs.waiting.remove(run_id, None);
        }
    }
}

/// Lets go of a run that has ended: of its place, and of the files that it was submitted with.
pub(super) async fn let_go(runs: &Runs, run_id: &str, seconds: Option<f64>) {
    runs.waiting.remove(run_id, seconds);
    runs.ended.notify_one();
    runs.uploads.remove(run_id).await;
}

/// Lets a run wait that waits in the store.
pub(super) async fn wait_again(runs: &Runs, run: &RunRecord) {
    match runs.waiting_run(run).await {
        Some(waiting) => {
            let instances = runs.engines.pool.instances();
            runs.waiting.add_back(waiting, &instances);
        }
        None => runs.waiting.remove(&run.id, None),
    }
}

/// What the log says about the end of a run.
struct LoggedEnd {
    status: RunStatus,
    engine: Option<String>,
    executed_seconds: Option<f64>,
    error: Option<String>,
}

impl LoggedEnd {
    fn of(outcome: &RunOutcome, engine: Option<&str>) -> Self {
        Self {
            status: outcome.status,
            engine: engine.map(str::to_owned),
            executed_seconds: outcome.seconds,
            error: outcome.error.clone(),
        }
    }

    /// Logs it, while the workflow and the trace of the run are known still.
    fn log(self, runs: &Runs, run_id: &str) {
        let workflow = runs.waiting.get(run_id).map(|run| run.workflow_id);
        let log = || {
            tracing::info!(
                target: "run_log",
                run_id,
                workflow_id = workflow,
                status = self.status.name(),
                engine = self.engine,
                executed_seconds = self.executed_seconds,
                error = self.error,
                "a run has ended"
            );
        };
        runs.waiting.log_ids(run_id).in_scope(log);
    }
}

/// Deletes outputs that were being copied while their run was removed.
pub(crate) async fn clear_removed(runs: &Runs, run_id: &str) {
    if let Ok(false) = runs.stored_runs.has_run(run_id).await {
        runs.outputs.discard(run_id).await;
    }
}

/// Ends a run that this instance has or had, if one had it. Returns false if it had already ended.
pub(crate) async fn finish_run(
    runs: &Runs,
    run_id: &str,
    engine: Option<&str>,
    outcome: RunOutcome,
) -> Result<bool, StoreError> {
    let end = LoggedEnd::of(&outcome, engine);
    let has_ended_now = runs.open_runs.finish(run_id, outcome).await?;
    if has_ended_now {
        end.log(runs, run_id);
        let_go(runs, run_id, None).await;
    }
    Ok(has_ended_now)
}
