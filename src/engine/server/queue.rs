//! What waits, what runs and what ran. Knows nothing of HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::history::History;
use crate::workflow::Workflow;

/// An accepted workflow.
pub(super) struct Job {
    /// Its `prompt_id`.
    pub(super) id: String,
    /// Who sent it, if it said so.
    pub(super) client: Option<String>,
    pub(super) workflow: Workflow,
    /// The output nodes to compute.
    pub(super) outputs: Vec<String>,
    /// Texts that its pictures carry.
    pub(super) notes: Vec<(String, String)>,
    /// `[number, prompt_id, prompt, extra_data, outputs]`, as JSON.
    pub(super) wire: String,
}

/// A job that runs, and the way to stop it.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) job: Arc<Job>,
    pub(super) stop: Arc<AtomicBool>,
}

/// The lowest number goes first.
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

/// One engine's jobs.
#[derive(Default)]
pub(super) struct Queue {
    /// By number, then by arrival.
    pending: BTreeMap<(Priority, u64), Arc<Job>>,
    running: Option<Running>,
    /// The node that is computed now.
    pub(super) node: Option<String>,
    pub(super) history: History,
    counter: i64,
    arrivals: u64,
    closed: bool,
}

impl Queue {
    /// The number of the next job that brings none. Refused jobs use one up too.
    pub(super) fn next_number(&mut self) -> i64 {
        self.counter += 1;
        self.counter - 1
    }

    pub(super) fn push(&mut self, number: f64, job: Job) {
        self.arrivals += 1;
        self.pending
            .insert((Priority(number), self.arrivals), Arc::new(job));
    }

    /// Takes the next job to run it.
    pub(super) fn start(&mut self) -> Option<Running> {
        if self.closed {
            return None;
        }
        let (_, job) = self.pending.pop_first()?;
        let running = Running {
            job,
            stop: Arc::default(),
        };
        self.running = Some(running.clone());
        Some(running)
    }

    /// Moves the running job to the history.
    pub(super) fn finish(&mut self, id: String, entry: String) {
        self.running = None;
        self.node = None;
        self.history.add(id, entry);
    }

    /// How many jobs wait or run.
    pub(super) fn remaining(&self) -> usize {
        self.pending.len() + usize::from(self.running.is_some())
    }

    pub(super) fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    pub(super) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Forgets a pending job.
    pub(super) fn delete(&mut self, ids: &[&str]) {
        self.pending
            .retain(|_, job| !ids.contains(&job.id.as_str()));
    }

    /// Stops the running job; with an id, only if it is that one.
    pub(super) fn interrupt(&self, id: Option<&str>) {
        if let Some(running) = self
            .running
            .as_ref()
            .filter(|running| id.is_none_or(|id| id == running.job.id))
        {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Drops what waits, stops what runs, starts nothing more.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.clear();
        self.interrupt(None);
    }

    /// `{"queue_running": […], "queue_pending": […]}`, pending in the order they will run.
    pub(super) fn to_json(&self) -> String {
        let wires = |jobs: Vec<&str>| jobs.join(", ");
        let running = wires(
            self.running
                .iter()
                .map(|running| running.job.wire.as_str())
                .collect(),
        );
        let pending = wires(self.pending.values().map(|job| job.wire.as_str()).collect());
        format!(r#"{{"queue_running": [{running}], "queue_pending": [{pending}]}}"#)
    }
}
