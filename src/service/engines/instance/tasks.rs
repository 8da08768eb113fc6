//! The tasks of an instance: our runs at it, from their hand-over to their end, and the rest of its queue. Knows neither
//! whether the instance answers nor how a run is settled.

mod faults;
mod known_tasks;
mod snapshot;
mod tracked_run;
mod tracked_runs;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) use faults::Faults;
pub(crate) use known_tasks::KnownTasks;
pub(crate) use snapshot::RunChange;
use snapshot::Snapshot;
pub(crate) use tracked_run::TrackedRun;
pub(crate) use tracked_runs::TrackedRuns;

use super::idleness::Idleness;
use super::refresh_signal::RefreshSignal;
use crate::engines::node_progress::RunNodes;
use api::Queue;
use comfy_client::AcceptedPrompt;
use run_core::TaskEvent;
use store::Hold;

/// What a snapshot has changed.
#[derive(Debug)]
pub(crate) struct RunChanges {
    /// The changes of tracked runs with their prompt ids, in the order of the queue.
    pub(crate) of_runs: Vec<(String, RunChange)>,
    /// Whether the number of tasks that are not ours has changed.
    pub(crate) foreign_changed: bool,
}

/// The tasks of an instance.
///
/// One lock, because these change together, and no reader may see only half of a change:
/// - A run and its task: the task of a run that was untracked would count as somebody else's.
/// - A snapshot and the runs that it shows as started, gone, or accepted since its request.
/// - The announced number of tasks, the runs that explain it, and the connection of both.
/// - The runs and the unwanted tasks: a run that is withdrawn is no longer tracked.
///
/// Readers get a value, [`Tasks::known`] or [`Tasks::runs`], in which everything is of one moment; a change copies it
/// only while somebody reads it. The locks of [`Idleness`] and of the progress of a run are taken after this one.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    known: Mutex<Arc<KnownTasks>>,
    /// Ends with every change that shows a task.
    pub(crate) idleness: Idleness,
    /// Requested by every change that only a snapshot can complete.
    pub(crate) refresh: RefreshSignal,
}

impl Tasks {
    fn lock(&self) -> MutexGuard<'_, Arc<KnownTasks>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut KnownTasks) -> T) -> T {
        change(Arc::make_mut(&mut self.lock()))
    }

    /// The tasks as they are now.
    pub(crate) fn known(&self) -> Arc<KnownTasks> {
        self.lock().clone()
    }

    /// Our runs as they are now.
    pub(crate) fn runs(&self) -> Arc<TrackedRuns> {
        self.lock().runs.clone()
    }

    /// Tracks a run that is about to be handed over: its events may come before the instance's answer.
    pub(crate) fn track_offered(&self, hold: Hold, client_id: &str) {
        self.change(|known| {
            self.idleness.end();
            let run = TrackedRun::offered(hold, Some(client_id.to_owned()), known.connection);
            known.runs_mut().insert(run);
        });
    }

    /// Notes that the instance has accepted a run, to execute these nodes. Returns false if the run is no longer
    /// tracked, because it was cancelled.
    pub(crate) fn track_accepted(
        &self,
        offered: &str,
        accepted: &AcceptedPrompt,
        nodes: RunNodes,
    ) -> bool {
        let is_tracked = self.change(|known| {
            let Some(mut run) = known.runs_mut().remove(offered) else {
                return false;
            };
            run.accept(accepted);
            run.progress.set_nodes(nodes);
            known.enqueue(&run);
            known.runs_mut().insert(run);
            true
        });
        self.refresh.request();
        is_tracked
    }

    /// Notes that the instance may have accepted an offered run. Returns false if it is no longer tracked, because
    /// it was cancelled.
    pub(crate) fn track_unknown(&self, prompt_id: &str) -> bool {
        let is_tracked = self.change(|known| {
            let run = known.runs_mut().get_mut(prompt_id);
            run.map(TrackedRun::doubt).is_some()
        });
        self.refresh.request();
        is_tracked
    }

    /// Tracks a run that the instance may have, although it did not say so in this connection.
    pub(crate) fn track_recovered(
        &self,
        hold: Hold,
        client_id: Option<String>,
        running: bool,
        nodes: RunNodes,
    ) {
        let run = TrackedRun::recovered(hold, client_id, running);
        run.progress.set_nodes(nodes);
        self.change(|known| known.runs_mut().insert(run));
        self.refresh.request();
    }

    /// Stops tracking a run: it has ended or goes elsewhere.
    pub(crate) fn untrack(&self, prompt_id: &str) {
        self.change(|known| self.forget(known, prompt_id));
    }

    /// Stops tracking a run that was cancelled or given up, and removes its task as soon as the instance has it.
    pub(crate) fn withdraw_later(&self, prompt_id: &str) {
        self.change(|known| {
            self.forget(known, prompt_id);
            known.to_withdraw.insert(prompt_id.to_owned());
        });
        self.refresh.request();
    }

    fn forget(&self, known: &mut KnownTasks, prompt_id: &str) {
        if known.runs_mut().remove(prompt_id).is_some() {
            self.idleness.end();
        }
        known.dequeue(prompt_id);
    }

    /// Marks a run as started. Returns what is held of it if it was not running before.
    pub(crate) fn mark_started(&self, prompt_id: &str) -> Option<Hold> {
        self.change(|known| {
            let run = known.runs_mut().get_mut(prompt_id);
            let run = run.filter(|run| !run.running && !run.settling)?;
            run.start();
            let hold = run.hold.clone();
            known.start(prompt_id);
            Some(hold)
        })
    }

    /// Claims a run for settling, so that only one task settles it.
    pub(crate) fn claim(&self, prompt_id: &str) -> Option<TrackedRun> {
        self.change(|known| {
            let run = known.runs_mut().get_mut(prompt_id);
            let run = run.filter(|run| !run.settling)?;
            run.settling = true;
            Some(run.clone())
        })
    }

    /// Returns a claim: the run could not be settled yet.
    pub(crate) fn unclaim(&self, prompt_id: &str) {
        self.change(|known| {
            if let Some(run) = known.runs_mut().get_mut(prompt_id) {
                run.settling = false;
            }
        });
    }

    /// Counts an error of settling a claimed run, which may be an answer that did not come. Returns all of them.
    pub(crate) fn count_settle_error(&self, prompt_id: &str, is_stall: bool) -> Faults {
        self.change(|known| {
            let Some(run) = known.runs_mut().get_mut(prompt_id) else {
                return Faults::default();
            };
            match is_stall {
                true => run.faults.count_stall(),
                false => run.faults.count(),
            }
            run.faults
        })
    }

    /// Adds an event to the report of a run. Returns whether the report is complete and the run can be settled.
    pub(crate) fn add_event(&self, prompt_id: &str, event: TaskEvent) -> bool {
        self.change(|known| {
            let Some(run) = known.runs_mut().get_mut(prompt_id) else {
                return false;
            };
            run.report.add(event);
            run.is_reported()
        })
    }

    /// Notes that the report of a run lacks something, and returns its claim: only the history can show how it ended.
    pub(crate) fn distrust_report(&self, prompt_id: &str) {
        self.change(|known| {
            if let Some(run) = known.runs_mut().get_mut(prompt_id) {
                run.report.interrupt();
                run.settling = false;
            }
        });
        self.refresh.request();
    }

    /// Notes that events of a client's runs may have been missed.
    pub(crate) fn interrupt_reports(&self, client_id: &str) {
        self.change(|known| {
            let runs = known.runs_mut().all_mut();
            let of_client = runs.filter(|run| run.is_of(client_id));
            of_client.for_each(|run| run.report.interrupt());
        });
    }

    /// Notes that the instance is reached again: it may have been restarted. Runs are submitted under this client id,
    /// unless there is one already.
    pub(super) fn set_reached(&self, client_id: &str) {
        self.change(|known| {
            known.connection += 1;
            if known.client_id.is_empty() {
                client_id.clone_into(&mut known.client_id);
            }
            known.interrupt_events();
        });
    }

    /// Notes that events come under this client id from now on.
    pub(super) fn set_connected(&self, client_id: &str) {
        self.change(|known| {
            known.connection += 1;
            client_id.clone_into(&mut known.client_id);
            known.interrupt_events();
        });
    }

    /// Notes how many tasks the instance announces; `None` if it does not any more. Returns whether only a snapshot can
    /// show what they are.
    pub(crate) fn set_announced(&self, tasks: Option<usize>) -> bool {
        self.change(|known| {
            known.announced = tasks;
            if tasks.is_some_and(|tasks| tasks > 0 || known.load() > 0) {
                self.idleness.end();
            }
            let is_known = known.knows_queue();
            if is_known {
                known.forget_tasks_of_others();
            }
            !is_known
        })
    }

    /// Notes that the instance is offline: nothing is known of the tasks of others.
    pub(super) fn set_offline(&self) {
        self.change(KnownTasks::forget_tasks_of_others);
    }

    /// Stores a snapshot of the queue. `expected` are the tasks that it had to contain when it was asked for.
    pub(crate) fn apply_snapshot(&self, mut queue: Queue, expected: &[String]) -> RunChanges {
        self.change(|known| {
            let (foreign, had_tasks) = (known.foreign(), known.load() > 0);
            let snapshot = Snapshot::new(&queue, expected);
            let mut of_runs = snapshot.update_unwanted(&mut known.to_withdraw);
            let connection = known.connection;
            of_runs.extend(snapshot.update_runs(known.runs_mut(), connection));
            let accepted_since = snapshot.accepted_since(&known.runs);
            queue.pending.extend(accepted_since);
            known.queue = queue;
            if had_tasks || known.load() > 0 {
                self.idleness.end();
            }
            known.add_events_since(expected);
            RunChanges {
                of_runs,
                foreign_changed: known.foreign() != foreign,
            }
        })
    }
}

#[cfg(test)]
mod tests;
