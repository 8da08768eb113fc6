//! The queue of one engine: pending jobs, the running job and the history. Knows nothing about HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::history::History;
use super::job::{Job, RunningJob};
use comfy_server::{ClearOrDelete, JsonText, QueueItems};

/// The priority of a job; the lowest number runs first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Priority(f64);

impl Eq for Priority {}

impl PartialOrd for Priority {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Priority {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The jobs of one engine.
#[derive(Default)]
pub(super) struct Queue {
    /// Ordered by number, then by arrival.
    pending: BTreeMap<(Priority, u64), Arc<Job>>,
    running: Option<RunningJob>,
    /// The id of the running node.
    pub(super) current_node: Option<String>,
    pub(super) history: History,
    arrivals: u64,
    closed: bool,
}

impl Queue {
    /// Adds a job.
    pub(super) fn push(&mut self, number: f64, job: Job) {
        self.arrivals += 1;
        self.pending
            .insert((Priority(number), self.arrivals), Arc::new(job));
    }

    /// Makes the first pending job the running one.
    pub(super) fn start_next(&mut self) -> Option<RunningJob> {
        if self.closed {
            return None;
        }
        let (_, job) = self.pending.pop_first()?;
        let running = RunningJob {
            job,
            interrupted: Arc::default(),
        };
        self.running = Some(running.clone());
        Some(running)
    }

    /// Moves the running job to the history.
    pub(super) fn finish(&mut self, id: String, entry: String) {
        self.running = None;
        self.current_node = None;
        self.history.add(id, entry);
    }

    /// The number of pending and running jobs.
    pub(super) fn remaining(&self) -> usize {
        self.pending.len() + usize::from(self.running.is_some())
    }

    /// The running job.
    pub(super) fn running(&self) -> Option<&RunningJob> {
        self.running.as_ref()
    }

    /// Removes pending jobs.
    pub(super) fn remove(&mut self, jobs: &ClearOrDelete) {
        self.pending.retain(|_, job| !jobs.removes(&job.id));
    }

    /// Interrupts the running job; with an id, only if it is that one.
    pub(super) fn interrupt(&self, id: Option<&str>) {
        if let Some(running) = self
            .running
            .as_ref()
            .filter(|running| id.is_none_or(|id| id == running.job.id))
        {
            running.interrupted.store(true, Ordering::Relaxed);
        }
    }

    /// Drops pending jobs, interrupts the running one and starts nothing more.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.pending.clear();
        self.interrupt(None);
    }

    /// The running job and the pending ones in the order in which they will run.
    pub(super) fn items(&self) -> QueueItems {
        let item = |job: &Arc<Job>| JsonText::clone(&job.queue_item);
        QueueItems {
            running: self.running.iter().map(|one| item(&one.job)).collect(),
            pending: self.pending.values().map(item).collect(),
        }
    }
}
