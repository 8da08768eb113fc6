//! Records how runs end at their engine instance: by its events if all of them came, or else by its history; queue
//! snapshots only trigger the check.

use std::sync::Arc;
use std::time::Duration;

use tracing::{Instrument, Span};

use super::Runs;
use super::lost;
use super::run_end;
use super::run_start::record_start;
use super::withdrawal;
use crate::engines::{AttemptEnd, Instance, InstanceObserver, RunChange, TrackedRun};
use crate::outputs::{self, CopyError};
use api::RunStatus;
use comfy_client::{EngineError, EngineErrorKind};
use run_core::{HistoryEntry, TaskOutcome, listing, task_outcome};
use store::{Hold, RunOutcome, StoreError};

impl InstanceObserver for Runs {
    fn run_started(self: Arc<Self>, hold: Hold) {
        record_start(&self, hold);
    }

    fn run_ended(self: Arc<Self>, instance: &Arc<Instance>, prompt_id: String) {
        ended(&self, instance, prompt_id);
    }

    fn run_changed(
        self: Arc<Self>,
        instance: &Arc<Instance>,
        prompt_id: String,
        change: RunChange,
    ) {
        changed(&self, instance, prompt_id, change);
    }

    fn runs_are_unreadable(self: Arc<Self>, instance: &Arc<Instance>, why: &str) {
        give_up_all(&self, instance, why);
    }

    fn instance_is_cold(&self, instance: &Instance) {
        self.waiting.set_cold(instance);
    }

    fn instance_was_removed(&self, instance: &Instance) {
        self.waiting.remove_instance(instance);
    }
}

/// Handles an event: an engine has ended a task of ours.
pub(crate) fn ended(runs: &Arc<Runs>, instance: &Arc<Instance>, prompt_id: String) {
    let (runs, instance) = (runs.clone(), instance.clone());
    let tracked = instance.tasks.runs();
    let run = tracked.get(&prompt_id);
    let log_ids = run.map_or_else(Span::none, |run| runs.waiting.log_ids(&run.hold.run_id));
    let background = runs.background.clone();
    let settling = async move { settle(&runs, &instance, &prompt_id).await };
    background.spawn(settling.instrument(log_ids));
}

/// Handles a change that a queue snapshot shows.
fn changed(runs: &Arc<Runs>, instance: &Arc<Instance>, prompt_id: String, change: RunChange) {
    match change {
        RunChange::Started(hold) => record_start(runs, hold),
        RunChange::LeftQueue => ended(runs, instance, prompt_id),
        RunChange::Withdrawn => withdrawal::has_succeeded(runs, prompt_id),
        RunChange::Unwanted => {
            let instance = instance.clone();
            runs.background
                .spawn(async move { instance.withdraw(&prompt_id).await });
        }
    }
}

/// How long a run waits for space on the disk before its outputs are copied again: at first, and at most.
const FULL_DISK_PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(15));

/// Settles a run, as often as it takes.
async fn settle(runs: &Arc<Runs>, instance: &Arc<Instance>, prompt_id: &str) {
    let mut full_disk_pause = FULL_DISK_PAUSES.0;
    while let Some(run) = instance.tasks.claim(prompt_id) {
        let writing = runs.outputs.begin_writing(&run.hold.run_id);
        let Err(error) = try_settle(runs, instance, prompt_id, &run).await else {
            return;
        };
        let (run_id, address) = (&run.hold.run_id, &instance.address);
        run_end::clear_removed(runs, run_id).await;
        drop(writing);
        if let SettleError::Store(why) = &error
            && why.is_refusal()
        {
            return run_end::end_refused(runs, run_id, why).await;
        }
        let is_last = instance.availability.is_online() || lost::is_silent_too_long(runs, instance);
        let (tasks, limits) = (&instance.tasks, instance.client.limits());
        let faults = || tasks.count_settle_error(prompt_id, error.is_stall());
        let has_failed = || error.is_final() || faults().exceed(limits);
        if error.is_engine_s() && is_last && has_failed() {
            tracing::warn!("settling the run {run_id} at {address}: {error}; marking it as failed");
            return give_up(runs, instance, &run.hold, &error.to_string()).await;
        }
        tracing::warn!("settling the run {run_id} at {address}: {error}; retrying");
        if error.is_disk_s() {
            // It has ended at the engine: meanwhile, nobody may find that it takes too long.
            if !runs.background.sleep(full_disk_pause).await {
                return;
            }
            full_disk_pause = FULL_DISK_PAUSES.1.min(full_disk_pause * 2);
            instance.tasks.unclaim(prompt_id);
            continue;
        }
        instance.tasks.unclaim(prompt_id);
        if !instance.availability.is_online() {
            // The first snapshot of the next connection shows that it has left the queue.
            return;
        }
        let pause = instance.client.limits().busy_interval;
        if !runs.background.sleep(pause).await {
            return;
        }
    }
}

/// Ends every run at an instance that keeps giving wrong answers, because their ends cannot be learned. Those that its
/// history has are settled.
fn give_up_all(runs: &Arc<Runs>, instance: &Arc<Instance>, why: &str) {
    for prompt_id in instance.tasks.runs().unsettled_ids() {
        let (runs, instance, why) = (runs.clone(), instance.clone(), why.to_owned());
        runs.background.clone().spawn(async move {
            if lost::has_ended(&instance, &prompt_id).await {
                settle(&runs, &instance, &prompt_id).await;
            } else if let Some(run) = instance.tasks.claim(&prompt_id) {
                give_up(&runs, &instance, &run.hold, &why).await;
            }
        });
    }
}

/// Ends a claimed run that cannot be settled.
async fn give_up(runs: &Runs, instance: &Instance, hold: &Hold, why: &str) {
    let outcome = RunOutcome::failed(format!(
        "reading the result of this run from the engine instance {}: {why}; check the engine, \
         then run it again",
        instance.address
    ));
    if let Err(error) = run_end::finish_attempt(runs, instance, hold, outcome).await {
        tracing::debug!("recording the end of the run {}: {error}", hold.run_id);
    }
}

/// Why a run could not be settled yet.
#[derive(Debug, thiserror::Error)]
enum SettleError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Outputs(#[from] CopyError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SettleError {
    /// Whether it is the engine's.
    fn is_engine_s(&self) -> bool {
        match self {
            Self::Engine(_) => true,
            Self::Outputs(error) => error.is_engine_s(),
            Self::Store(_) => false,
        }
    }

    /// Whether it is the disk's: the run waits until there is space.
    fn is_disk_s(&self) -> bool {
        matches!(self, Self::Outputs(error) if !error.is_engine_s())
    }

    /// Whether another attempt would have the same result: what is too large does not shrink.
    fn is_final(&self) -> bool {
        matches!(self, Self::Engine(error) if error.kind == EngineErrorKind::TooLarge)
    }

    /// Whether the engine's answer did not come.
    fn is_stall(&self) -> bool {
        match self {
            Self::Engine(error) | Self::Outputs(CopyError::Engine(error)) => error.is_timeout,
            Self::Outputs(CopyError::Disk(_) | CopyError::NoRoom) | Self::Store(_) => false,
        }
    }
}

async fn try_settle(
    runs: &Arc<Runs>,
    instance: &Arc<Instance>,
    prompt_id: &str,
    run: &TrackedRun,
) -> Result<(), SettleError> {
    let job = match runs.job(&run.hold.run_id).await {
        // It may have ended well all the same.
        Err(error) if error.is_refusal() => None,
        job => job?,
    };
    let classes = instance.classes.last().unwrap_or_default();
    let wanted = job.as_ref().map(|job| job.outputs(&classes));
    let wanted = wanted.unwrap_or_default();
    let entry = match AttemptEnd::reported(run, &wanted) {
        Some(entry) => Some(entry),
        None => {
            let history = instance.client.history(prompt_id);
            instance.while_online(history).await?
        }
    };
    let outcome = match AttemptEnd::of(run, entry) {
        AttemptEnd::Ended(entry) => {
            if let Some(job) = &job
                && task_outcome::outcome(&entry) == TaskOutcome::Completed
            {
                let tracked = instance.tasks.runs();
                let progress = tracked.get(prompt_id).map(|run| &run.progress);
                let times = progress.map(|progress| progress.times());
                let times = times.unwrap_or_default();
                runs.node_times.learn(&job.workflow_id, &times);
            }
            let mut outcome =
                run_outcome(runs, instance, &run.hold.run_id, &entry, &wanted).await?;
            if let (Some(error), Some(job)) = (&mut outcome.error, &job) {
                *error = job.in_terms_of_fields(error);
            }
            outcome
        }
        AttemptEnd::Uncertain => {
            instance.tasks.distrust_report(prompt_id);
            return Ok(());
        }
        AttemptEnd::Forgotten => {
            return Ok(lost::attempt_is_gone(runs, instance, prompt_id, run).await?);
        }
    };
    Ok(run_end::finish_attempt(runs, instance, &run.hold, outcome).await?)
}

/// The outcome of a run by the engine's history. Copies the outputs of a completed run.
async fn run_outcome(
    runs: &Runs,
    instance: &Instance,
    run_id: &str,
    entry: &HistoryEntry,
    wanted: &[String],
) -> Result<RunOutcome, SettleError> {
    let outcome = match task_outcome::outcome(entry) {
        TaskOutcome::Cancelled => RunOutcome::cancelled(),
        TaskOutcome::Failed(why) => RunOutcome::failed(why),
        // It was cancelled and removed in the meantime.
        TaskOutcome::Completed if !runs.stored_runs.has_run(run_id).await? => {
            RunOutcome::cancelled()
        }
        TaskOutcome::Completed => {
            let sources = listing::list(&entry.outputs, wanted.iter().map(String::as_str));
            let group = runs.outputs.begin(run_id).map_err(CopyError::from)?;
            let copying = outputs::copy(instance, &sources, group, &runs.disk);
            match instance.while_online(copying).await? {
                Ok(copied) => RunOutcome::completed(copied.names, copied.bytes),
                Err(missing) => RunOutcome::failed(missing),
            }
        }
    };
    let is_completed = outcome.status == RunStatus::Completed;
    Ok(RunOutcome {
        seconds: task_outcome::duration(entry).filter(|_| is_completed),
        started_at: task_outcome::started_at(entry),
        ..outcome
    })
}
