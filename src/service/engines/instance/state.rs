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

/// The status of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// It answers.
    Online,
    /// It accepts connections but does not answer.
    Hung,
    /// It cannot be reached.
    Stopped,
}

/// The last known state of an engine instance.
#[derive(Debug)]
pub(super) struct InstanceState {
    pub(super) health: Health,
    /// Why the service does not connect to it.
    pub(super) refusal: Option<String>,
    /// Whether its events can come now.
    pub(super) has_events: bool,
    /// Why its events cannot be received, although it answers.
    pub(super) events_problem: Option<String>,
    /// Whether it had tasks when it was last heard of.
    pub(super) was_busy: bool,
    /// When it last answered with its queue, or was online.
    pub(super) last_heard: Instant,
    /// Until when it gets no runs, because it could not take the last one.
    pub(super) paused_until: Option<Instant>,
    /// How many runs in a row it could not take.
    pub(super) refusals: u32,
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
            health: Health::Stopped,
            refusal: None,
            has_events: false,
            events_problem: None,
            was_busy: false,
            last_heard: Instant::now(),
            paused_until: None,
            refusals: 0,
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
    pub(super) fn is_online(&self) -> bool {
        self.health == Health::Online
    }

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
        self.has_events = true;
        self.interrupt_events();
    }

    /// Notes that events may have been missed.
    fn interrupt_events(&mut self) {
        self.announced = None;
        for run in self.runs.values_mut() {
            run.report.interrupt();
        }
    }

    /// Clears the queue: nothing is known while the instance is offline.
    pub(super) fn set_offline(&mut self, health: Health) -> bool {
        self.was_busy |= self.load() > 0 || self.has_runs();
        self.forget_tasks_of_others();
        let was_online = self.is_online();
        if was_online {
            self.last_heard = Instant::now();
        }
        self.health = health;
        self.has_events = false;
        was_online
    }
}

#[cfg(test)]
mod tests;
