//! The queue of one engine: pending jobs, the running job and the history. Knows nothing about HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::history::History;
use super::job::{Job, RunningJob};

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
    counter: i64,
    arrivals: u64,
    closed: bool,
}

impl Queue {
    /// The next job number. Rejected jobs use one up too.
    pub(super) fn next_number(&mut self) -> i64 {
        self.counter += 1;
        self.counter - 1
    }

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

    /// The data of ComfyUI's `status` event.
    pub(super) fn status(&self) -> Value {
        json!({ "status": { "exec_info": { "queue_remaining": self.remaining() } } })
    }

    /// The running job.
    pub(super) fn running(&self) -> Option<&RunningJob> {
        self.running.as_ref()
    }

    /// Removes all pending jobs.
    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Removes pending jobs with these ids.
    pub(super) fn delete(&mut self, ids: &[&str]) {
        self.pending
            .retain(|_, job| !ids.contains(&job.id.as_str()));
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
        self.clear();
        self.interrupt(None);
    }

    /// `{"queue_running": […], "queue_pending": […]}`, pending jobs in the order they will run.
    pub(super) fn to_json(&self) -> String {
        let join = |items: Vec<&str>| items.join(", ");
        let running = join(
            self.running
                .iter()
                .map(|running| running.job.queue_item.as_str())
                .collect(),
        );
        let pending = join(
            self.pending
                .values()
                .map(|job| job.queue_item.as_str())
                .collect(),
        );
        format!(r#"{{"queue_running": [{running}], "queue_pending": [{pending}]}}"#)
    }
}
