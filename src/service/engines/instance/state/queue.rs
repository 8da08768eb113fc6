//! An instance's queue: what it announces, what a snapshot shows, and whether a snapshot is needed at all.

use std::collections::HashSet;
use std::time::Duration;

use tokio::time::Instant;

use super::InstanceState;
use api::{Queue, Task};
use store::Hold;

/// How much is known about an instance's queue without a new snapshot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueKnowledge {
    /// Whether our runs account for every task that the instance announces in its events.
    pub(crate) is_explained: bool,
    /// Whether it has tasks, or runs that are being settled, as far as is known.
    pub(crate) is_busy: bool,
    /// Whether it has runs of ours.
    pub(crate) has_runs: bool,
    /// Whether a run has ended, and only the history can show how.
    pub(crate) has_unexplained_end: bool,
    /// Whether somebody looks at its queue.
    pub(crate) is_watched: bool,
}

/// What a snapshot has changed.
#[derive(Debug)]
pub(crate) struct RunChanges {
    /// The changes of tracked runs with their prompt ids, in the order of the queue.
    pub(crate) of_runs: Vec<(String, RunChange)>,
    /// Whether the number of tasks that are not ours has changed.
    pub(crate) foreign_changed: bool,
}

/// For how long after the last look somebody is taken to look at a queue: longer than the pauses between two looks.
const WATCHING: Duration = Duration::from_secs(10);

/// A change that a queue snapshot shows for a tracked run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunChange {
    /// The run has started.
    Started(Hold),
    /// The run has left the queue.
    LeftQueue,
    /// The run was cancelled or given up, but the queue still contains it.
    Unwanted,
    /// The run was cancelled or given up, and the queue no longer contains it.
    Withdrawn,
}

impl InstanceState {
    /// The number of running and waiting tasks, and of runs that are being handed over.
    pub(in crate::engines::instance) fn load(&self) -> usize {
        let queued = self.queue.running.iter().chain(&self.queue.pending);
        let queued = queued.map(|task| &task.id);
        let tracked = self.unsettled().map(|(id, _)| id);
        let all: HashSet<&String> = queued.chain(tracked).collect();
        all.len()
    }

    /// The number of tasks that are not ours.
    pub(in crate::engines::instance) fn foreign(&self) -> usize {
        let queued = self.queue.running.iter().chain(&self.queue.pending);
        queued.filter(|task| self.run(&task.id).is_none()).count()
    }

    /// The queue, with run ids in place of the prompt ids of tracked runs.
    pub(in crate::engines::instance) fn queue_with_run_ids(&self) -> Queue {
        let with_run_id = |task: &Task| Task {
            number: task.number,
            id: self.run_id(&task.id).to_owned(),
        };
        Queue {
            running: self.queue.running.iter().map(with_run_id).collect(),
            pending: self.queue.pending.iter().map(with_run_id).collect(),
        }
    }

    /// Notes how many tasks the instance announces. Returns whether only a snapshot can tell what they are.
    pub(in crate::engines::instance) fn set_announced(&mut self, tasks: usize) -> bool {
        self.announced = Some(tasks);
        if tasks > 0 || self.load() > 0 {
            self.idleness.end();
        }
        let is_known = self.knows_queue();
        if is_known {
            self.forget_tasks_of_others();
        }
        !is_known
    }

    /// Removes the tasks from the queue that are not ours.
    pub(in crate::engines::instance) fn forget_tasks_of_others(&mut self) {
        let runs = &self.runs;
        let is_ours = |task: &Task| runs.contains_key(&task.id);
        self.queue.running.retain(is_ours);
        self.queue.pending.retain(is_ours);
    }

    /// Whether the tasks that the instance has announced are our runs, all of them.
    pub(in crate::engines::instance) fn knows_queue(&self) -> bool {
        let Some(announced) = self.announced else {
            return false;
        };
        let runs = || self.unsettled();
        let accepted = runs().filter(|(_, run)| run.accepted).count();
        let is_lost = runs().any(|(_, run)| run.connection != self.connection);
        (accepted..=runs().count()).contains(&announced)
            && !is_lost
            && !self.has_unexplained_end()
            && self.to_withdraw.is_empty()
    }

    /// How much is known about the queue without a new snapshot.
    pub(in crate::engines::instance) fn queue_knowledge(&self) -> QueueKnowledge {
        QueueKnowledge {
            is_explained: self.knows_queue(),
            is_busy: self.load() > 0 || self.has_runs(),
            has_runs: self.has_runs(),
            has_unexplained_end: self.has_unexplained_end(),
            is_watched: self.is_watched(),
        }
    }

    /// Notes that somebody looks at the queue. Returns whether nobody did before.
    pub(in crate::engines::instance) fn watch(&mut self) -> bool {
        let was_watched = self.is_watched();
        self.watched = Some(Instant::now());
        !was_watched
    }

    fn is_watched(&self) -> bool {
        self.watched.is_some_and(|last| last.elapsed() < WATCHING)
    }

    /// The prompt ids that a snapshot requested now must contain.
    pub(in crate::engines::instance) fn expected(&self) -> Vec<String> {
        let accepted = self.in_order().into_iter().filter(|(_, run)| run.accepted);
        accepted.map(|(id, _)| id.clone()).collect()
    }

    /// Stores a snapshot of the queue. `expected` are the tracked runs at the time of its request.
    pub(in crate::engines::instance) fn apply_snapshot(
        &mut self,
        mut queue: Queue,
        expected: &[String],
    ) -> Vec<(String, RunChange)> {
        let running: HashSet<&str> = queue.running.iter().map(|task| task.id.as_str()).collect();
        let pending: HashSet<&str> = queue.pending.iter().map(|task| task.id.as_str()).collect();
        let mut changes = Vec::new();
        self.to_withdraw.retain(|id| {
            let is_there = running.contains(id.as_str()) || pending.contains(id.as_str());
            let change = match is_there {
                true => RunChange::Unwanted,
                false => RunChange::Withdrawn,
            };
            changes.push((id.clone(), change));
            is_there
        });
        for id in expected {
            let Some(run) = self.runs.get_mut(id).filter(|run| !run.settling) else {
                continue;
            };
            let queued = running.contains(id.as_str()) || pending.contains(id.as_str());
            if queued {
                // Whatever happened before, the instance has it now.
                run.connection = self.connection;
                run.unknown_since = None;
            }
            if running.contains(id.as_str()) {
                if !std::mem::replace(&mut run.running, true) {
                    run.started = Some(Instant::now());
                    changes.push((id.clone(), RunChange::Started(run.hold.clone())));
                }
            } else if !queued {
                changes.push((id.clone(), RunChange::LeftQueue));
            }
        }
        // The snapshot cannot contain runs that were accepted after its request.
        let accepted_since = self
            .unsettled()
            .filter(|(id, run)| {
                run.accepted
                    && !expected.contains(id)
                    && !running.contains(id.as_str())
                    && !pending.contains(id.as_str())
            })
            .map(|(id, run)| Task {
                number: run.number,
                id: id.clone(),
            });
        let accepted_since: Vec<Task> = accepted_since.collect();
        queue.pending.extend(accepted_since);
        let had_tasks = self.load() > 0;
        self.queue = queue;
        if had_tasks || self.load() > 0 {
            self.idleness.end();
        }
        self.add_events_since(expected);
        changes
    }

    /// Adds to a snapshot what events have shown since its request: runs that have started, and those that have ended.
    fn add_events_since(&mut self, expected: &[String]) {
        let runs = &self.runs;
        let has_ended = |task: &Task| !runs.contains_key(&task.id) && expected.contains(&task.id);
        let has_started = |task: &Task| runs.get(&task.id).is_some_and(|run| run.running);
        let Queue { running, pending } = &mut self.queue;
        running.retain(|task| !has_ended(task));
        pending.retain(|task| !has_ended(task));
        running.extend(pending.extract_if(.., |task| has_started(task)));
    }
}
