//! The last known state of an engine instance. No I/O.

mod faults;
mod progress;
mod settling;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use faults::Faults;

use crate::api::{Queue, Task};
use crate::service::node_progress::{NodeProgress, RunNodes};
use crate::workflow::classes::NodeClasses;

/// The last known state of an engine instance.
#[derive(Debug, Default)]
pub(super) struct InstanceState {
    /// Whether it responds.
    pub(super) online: bool,
    /// The number of the current connection; 0 before the first.
    pub(super) connection: u64,
    pub(super) queue: Queue,
    pub(super) classes: Option<Arc<NodeClasses>>,
    /// Runs that are being handed over and have a reserved slot.
    pub(super) reserved: HashSet<String>,
    /// Our unfinished runs at this instance, by prompt id.
    runs: HashMap<String, TrackedRun>,
    /// Cancelled tasks that the instance may still have.
    to_withdraw: HashSet<String>,
    /// The progress of runs that are tracked or being handed over, by prompt id.
    progress: HashMap<String, NodeProgress>,
}

/// One of our runs at an instance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TrackedRun {
    pub(crate) run_id: String,
    /// Whether it has started.
    pub(crate) running: bool,
    /// The connection during which it was accepted; 0 for a recovered run.
    pub(crate) connection: u64,
    /// Whether a task is settling it.
    settling: bool,
    /// The errors of settling it.
    faults: Faults,
    /// Its number in the queue.
    number: f64,
}

/// A change that a queue snapshot shows for a tracked run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunChange {
    /// The run with this id has started.
    Started(String),
    /// The run has left the queue.
    LeftQueue,
    /// The run was cancelled, but the queue still contains it.
    Cancelled,
}

impl InstanceState {
    /// The number of running, waiting and reserved tasks. A run that is being handed over and is
    /// already in the snapshot counts once.
    pub(super) fn load(&self) -> usize {
        let queued = self.queue.running.iter().chain(&self.queue.pending);
        let queued = queued.map(|task| &task.id);
        let tracked = self.unsettled().map(|(id, _)| id);
        let all: HashSet<&String> = queued.chain(tracked).chain(&self.reserved).collect();
        all.len()
    }

    fn unsettled(&self) -> impl Iterator<Item = (&String, &TrackedRun)> {
        self.runs.iter().filter(|(_, run)| !run.settling)
    }

    /// The queue, with run ids in place of the prompt ids of tracked runs.
    pub(super) fn queue_with_run_ids(&self) -> Queue {
        let with_run_id = |task: &Task| Task {
            number: task.number,
            id: self
                .runs
                .get(&task.id)
                .map_or_else(|| task.id.clone(), |run| run.run_id.clone()),
        };
        Queue {
            running: self.queue.running.iter().map(with_run_id).collect(),
            pending: self.queue.pending.iter().map(with_run_id).collect(),
        }
    }

    pub(super) fn track_accepted(
        &mut self,
        prompt_id: &str,
        run_id: &str,
        number: f64,
        nodes: RunNodes,
    ) {
        let run = TrackedRun {
            run_id: run_id.to_owned(),
            running: false,
            connection: self.connection,
            settling: false,
            faults: Faults::default(),
            number,
        };
        // A snapshot may have shown the task before the engine's answer arrived.
        let contains = |tasks: &[Task]| tasks.iter().any(|task| task.id == prompt_id);
        if !contains(&self.queue.running) && !contains(&self.queue.pending) {
            let id = prompt_id.to_owned();
            self.queue.pending.push(Task { number, id });
        }
        self.runs.insert(prompt_id.to_owned(), run);
        let progress = self.progress.entry(prompt_id.to_owned());
        progress.or_default().set_nodes(nodes);
    }

    pub(super) fn track_recovered(&mut self, prompt_id: &str, run_id: &str, running: bool) {
        let run = TrackedRun {
            run_id: run_id.to_owned(),
            running,
            connection: 0,
            settling: false,
            faults: Faults::default(),
            number: f64::MAX,
        };
        self.runs.insert(prompt_id.to_owned(), run);
    }

    pub(super) fn untrack(&mut self, prompt_id: &str) {
        self.runs.remove(prompt_id);
        self.progress.remove(prompt_id);
        self.queue.running.retain(|task| task.id != prompt_id);
        self.queue.pending.retain(|task| task.id != prompt_id);
    }

    pub(super) fn mark_started(&mut self, prompt_id: &str) -> Option<String> {
        let run = self
            .runs
            .get_mut(prompt_id)
            .filter(|run| !run.running && !run.settling)?;
        run.running = true;
        let run_id = run.run_id.clone();
        let mut pending = self.queue.pending.iter();
        if let Some(index) = pending.position(|task| task.id == prompt_id) {
            let task = self.queue.pending.remove(index);
            self.queue.running.push(task);
        }
        Some(run_id)
    }

    /// Releases the slot of a run, which is tracked now if the instance accepted it.
    pub(super) fn release(&mut self, run_id: &str) {
        self.reserved.remove(run_id);
        if !self.runs.contains_key(run_id) {
            self.progress.remove(run_id);
        }
    }

    /// Clears the queue: nothing is known while the instance is offline.
    pub(super) fn set_offline(&mut self) -> bool {
        self.queue = Queue::default();
        std::mem::replace(&mut self.online, false)
    }

    /// The prompt ids that a snapshot requested now must contain.
    pub(super) fn expected(&self) -> Vec<String> {
        self.unsettled().map(|(id, _)| id.clone()).collect()
    }

    /// Stores a snapshot of the queue. `expected` are the tracked runs at the time of its request.
    pub(super) fn apply_snapshot(
        &mut self,
        mut queue: Queue,
        expected: &[String],
    ) -> HashMap<String, RunChange> {
        let running: HashSet<&str> = queue.running.iter().map(|task| task.id.as_str()).collect();
        let pending: HashSet<&str> = queue.pending.iter().map(|task| task.id.as_str()).collect();
        self.to_withdraw
            .retain(|id| running.contains(id.as_str()) || pending.contains(id.as_str()));
        let cancelled = self.to_withdraw.iter().cloned();
        let mut changes: HashMap<_, _> = cancelled.map(|id| (id, RunChange::Cancelled)).collect();
        for id in expected {
            let Some(run) = self.runs.get_mut(id).filter(|run| !run.settling) else {
                continue;
            };
            if running.contains(id.as_str()) {
                if !std::mem::replace(&mut run.running, true) {
                    changes.insert(id.clone(), RunChange::Started(run.run_id.clone()));
                }
            } else if !pending.contains(id.as_str()) {
                changes.insert(id.clone(), RunChange::LeftQueue);
            }
        }
        // The snapshot cannot contain runs that were accepted after its request.
        let accepted_since = self
            .unsettled()
            .filter(|(id, _)| {
                !expected.contains(id)
                    && !running.contains(id.as_str())
                    && !pending.contains(id.as_str())
            })
            .map(|(id, run)| Task {
                number: run.number,
                id: id.clone(),
            });
        let accepted_since: Vec<Task> = accepted_since.collect();
        queue.pending.extend(accepted_since);
        self.queue = queue;
        changes
    }
}

#[cfg(test)]
mod tests;
