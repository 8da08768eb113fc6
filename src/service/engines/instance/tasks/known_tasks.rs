//! The tasks of an instance at one moment: our runs, and the queue with the tasks of others. No I/O, no lock.

use std::collections::HashSet;
use std::sync::Arc;

use super::tracked_run::TrackedRun;
use super::tracked_runs::TrackedRuns;
use api::{Queue, Task};

/// The tasks of an instance at one moment, as far as is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownTasks {
    /// The number of the current connection; 0 before the first.
    pub(super) connection: u64,
    /// The id under which it sends us the events of the tasks that we submit now; empty before the first connection.
    pub(super) client_id: String,
    pub(super) runs: Arc<TrackedRuns>,
    pub(super) queue: Queue,
    /// How many tasks it has, by its last event or answer in this connection.
    pub(super) announced: Option<usize>,
    /// Tasks of runs that were cancelled or given up, which the instance may still have.
    pub(super) to_withdraw: HashSet<String>,
}

impl KnownTasks {
    /// Our runs.
    pub(crate) fn runs(&self) -> &TrackedRuns {
        &self.runs
    }

    /// The client id for tasks that are submitted now.
    pub(crate) fn client_id(&self) -> &str {
        &self.client_id
    }

    /// The client ids of runs that were submitted in earlier connections.
    pub(crate) fn earlier_clients(&self) -> HashSet<String> {
        self.runs.other_clients(&self.client_id)
    }

    /// Whether there are tasks, or runs that are being settled.
    pub(crate) fn is_busy(&self) -> bool {
        self.load() > 0 || self.runs.count() > 0
    }

    /// The number of tasks that are not ours.
    pub(crate) fn foreign(&self) -> usize {
        let queued = self.queue.running.iter().chain(&self.queue.pending);
        let foreign = queued.filter(|task| self.runs.get(&task.id).is_none());
        foreign.count()
    }

    /// The queue, with run ids in place of the prompt ids of our runs; while the instance is offline, only these.
    pub(crate) fn queue(&self) -> Queue {
        let with_run_id = |task: &Task| {
            let run = self.runs.get(&task.id);
            let id = run.map_or(&task.id, |run| &run.hold.run_id);
            Task {
                number: task.number,
                id: id.to_owned(),
            }
        };
        let queue = Queue {
            running: self.queue.running.iter().map(with_run_id).collect(),
            pending: self.queue.pending.iter().map(with_run_id).collect(),
        };
        queue.in_order()
    }

    /// Whether the tasks that the instance has announced are our runs, all of them, so that no snapshot is needed.
    pub(crate) fn knows_queue(&self) -> bool {
        let Some(announced) = self.announced else {
            return false;
        };
        let runs = || self.runs.unsettled();
        let accepted = runs().filter(|run| run.accepted).count();
        let is_lost = runs().any(|run| run.connection != self.connection);
        (accepted..=runs().count()).contains(&announced)
            && !is_lost
            && !self.runs.has_unexplained_end()
            && self.to_withdraw.is_empty()
    }

    /// The number of running and waiting tasks, and of runs that are being handed over.
    pub(super) fn load(&self) -> usize {
        let queued = self.queue.running.iter().chain(&self.queue.pending);
        let queued = queued.map(|task| &task.id);
        let tracked = self.runs.unsettled().map(|run| &run.hold.prompt_id);
        let all: HashSet<&String> = queued.chain(tracked).collect();
        all.len()
    }

    pub(super) fn runs_mut(&mut self) -> &mut TrackedRuns {
        Arc::make_mut(&mut self.runs)
    }

    /// Notes that events may have been missed.
    pub(super) fn interrupt_events(&mut self) {
        self.announced = None;
        let runs = self.runs_mut().all_mut();
        runs.for_each(|run| run.report.interrupt());
    }

    /// Adds the task of a run that the instance has accepted, unless a snapshot has shown it before.
    pub(super) fn enqueue(&mut self, run: &TrackedRun) {
        let id = &run.hold.prompt_id;
        let mut queued = self.queue.running.iter().chain(&self.queue.pending);
        if queued.any(|task| task.id == *id) {
            return;
        }
        let tasks = match run.running {
            true => &mut self.queue.running,
            false => &mut self.queue.pending,
        };
        tasks.push(Task {
            number: run.number,
            id: id.clone(),
        });
    }

    /// Moves the task of a run that has started.
    pub(super) fn start(&mut self, prompt_id: &str) {
        let mut pending = self.queue.pending.iter();
        if let Some(index) = pending.position(|task| task.id == prompt_id) {
            let task = self.queue.pending.remove(index);
            self.queue.running.push(task);
        }
    }

    /// Removes a task from the queue.
    pub(super) fn dequeue(&mut self, prompt_id: &str) {
        remove(&mut self.queue, |task| task.id == prompt_id);
    }

    /// Removes the tasks from the queue that are not ours.
    pub(super) fn forget_tasks_of_others(&mut self) {
        let Self { runs, queue, .. } = self;
        remove(queue, |task| runs.get(&task.id).is_none());
    }

    /// Adds to the queue of a snapshot what events have shown since it was asked for: runs that have started, and those
    /// that have ended. `expected` are the tasks that it had to contain.
    pub(super) fn add_events_since(&mut self, expected: &[String]) {
        let Self { runs, queue, .. } = self;
        let has_ended = |task: &Task| runs.get(&task.id).is_none() && expected.contains(&task.id);
        let has_started = |task: &Task| runs.get(&task.id).is_some_and(|run| run.running);
        remove(queue, has_ended);
        let Queue { running, pending } = queue;
        running.extend(pending.extract_if(.., |task| has_started(task)));
    }
}

fn remove(queue: &mut Queue, is_gone: impl Fn(&Task) -> bool) {
    queue.running.retain(|task| !is_gone(task));
    queue.pending.retain(|task| !is_gone(task));
}
