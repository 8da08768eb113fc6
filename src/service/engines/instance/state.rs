//! The last known state of an engine instance. No I/O.

mod clients;
mod faults;
mod idleness;
mod queue;
mod runs;
mod settling;

use std::collections::{HashMap, HashSet};

use tokio::time::Instant;

pub(crate) use faults::Faults;
use idleness::Idleness;
pub(crate) use queue::{QueueKnowledge, RunChange, RunChanges};
pub(crate) use runs::TrackedRun;

use api::Queue;

/// The last known state of an engine instance.
#[derive(Debug)]
pub(super) struct InstanceState {
    /// The number of the current connection; 0 before the first.
    pub(super) connection: u64,
    /// The id under which it sends us the events of the tasks that we submit now; empty before the first connection.
    pub(super) client_id: String,
    pub(super) queue: Queue,
    pub(super) idleness: Idleness,
    /// How many tasks it has, by its last event or answer in this connection.
    pub(super) announced: Option<usize>,
    /// When somebody last looked at its queue.
    pub(super) watched: Option<Instant>,
    /// Our unfinished runs at this instance, by prompt id.
    runs: HashMap<String, TrackedRun>,
    /// Tasks of runs that were cancelled or given up, which the instance may still have.
    to_withdraw: HashSet<String>,
}

impl Default for InstanceState {
    fn default() -> Self {
        Self {
            connection: 0,
            client_id: String::new(),
            queue: Queue::default(),
            idleness: Idleness::default(),
            announced: None,
            watched: None,
            runs: HashMap::new(),
            to_withdraw: HashSet::new(),
        }
    }
}

impl InstanceState {
    /// Notes that it is reached again: it may have been restarted. Runs are submitted under this client id, unless
    /// there is one already.
    pub(super) fn set_reached(&mut self, client_id: &str) {
        self.connection += 1;
        if self.client_id.is_empty() {
            client_id.clone_into(&mut self.client_id);
        }
        self.interrupt_events();
    }

    /// Notes that its events come under this client id from now on.
    pub(super) fn set_connected(&mut self, client_id: &str) {
        self.connection += 1;
        client_id.clone_into(&mut self.client_id);
        self.interrupt_events();
    }

    /// Notes that events may have been missed.
    fn interrupt_events(&mut self) {
        self.announced = None;
        for run in self.runs.values_mut() {
            run.report.interrupt();
        }
    }
}

#[cfg(test)]
mod tests;
