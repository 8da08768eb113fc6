//! A snapshot of an instance's queue, compared with our runs. No I/O, no lock.
//! Source: ComfyUI's `GET /queue`.

use std::collections::HashSet;

use super::tracked_runs::TrackedRuns;
use api::{Queue, Task};
use store::Hold;

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

/// The ids of the tasks in a snapshot.
pub(super) struct Snapshot<'a> {
    running: HashSet<&'a str>,
    pending: HashSet<&'a str>,
    /// The tasks that it had to contain when it was asked for.
    expected: &'a [String],
}

impl<'a> Snapshot<'a> {
    pub(super) fn new(queue: &'a Queue, expected: &'a [String]) -> Self {
        Self {
            running: queue.running.iter().map(|task| task.id.as_str()).collect(),
            pending: queue.pending.iter().map(|task| task.id.as_str()).collect(),
            expected,
        }
    }

    fn contains(&self, prompt_id: &str) -> bool {
        self.running.contains(prompt_id) || self.pending.contains(prompt_id)
    }

    /// The changes of unwanted tasks. Only those stay that the queue contains.
    pub(super) fn update_unwanted(
        &self,
        to_withdraw: &mut HashSet<String>,
    ) -> Vec<(String, RunChange)> {
        let mut changes = Vec::new();
        to_withdraw.retain(|id| {
            let is_there = self.contains(id);
            let change = match is_there {
                true => RunChange::Unwanted,
                false => RunChange::Withdrawn,
            };
            changes.push((id.clone(), change));
            is_there
        });
        changes
    }

    /// The changes of our runs in this connection, in the order of the queue.
    pub(super) fn update_runs(
        &self,
        runs: &mut TrackedRuns,
        connection: u64,
    ) -> Vec<(String, RunChange)> {
        let mut changes = Vec::new();
        for id in self.expected {
            let Some(run) = runs.get_mut(id).filter(|run| !run.settling) else {
                continue;
            };
            let is_queued = self.contains(id);
            if is_queued {
                // Whatever happened before, the instance has it now.
                run.connection = connection;
                run.unknown_since = None;
            }
            if self.running.contains(id.as_str()) {
                if !run.running {
                    run.start();
                    changes.push((id.clone(), RunChange::Started(run.hold.clone())));
                }
            } else if !is_queued {
                changes.push((id.clone(), RunChange::LeftQueue));
            }
        }
        changes
    }

    /// The tasks of runs that were accepted after the request, which the snapshot cannot contain.
    pub(super) fn accepted_since(&self, runs: &TrackedRuns) -> Vec<Task> {
        let accepted = runs.unsettled().filter(|run| {
            let id = &run.hold.prompt_id;
            run.accepted && !self.expected.contains(id) && !self.contains(id)
        });
        let tasks = accepted.map(|run| Task {
            number: run.number,
            id: run.hold.prompt_id.clone(),
        });
        tasks.collect()
    }
}
