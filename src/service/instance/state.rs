//! What is known of an engine instance at a moment. No I/O.

use std::collections::{HashMap, HashSet};

use super::ObjectInfo;
use crate::api::{Queue, RunProgress, Task};

/// What is known of an engine instance.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Whether it answers.
    pub(super) up: bool,
    /// Counts the connections; 0: never connected.
    pub(super) epoch: u64,
    pub(super) queue: Queue,
    pub(super) object_info: Option<ObjectInfo>,
    /// Runs that are on their way and have a place promised.
    pub(super) reserved: HashSet<String>,
    /// Our runs there that have not ended, by prompt id.
    pub(super) runs: HashMap<String, Tracked>,
}

/// One of our runs at an instance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tracked {
    pub(crate) run_id: String,
    /// Whether it was seen running.
    pub(crate) running: bool,
    /// The connection during which it was accepted.
    pub(crate) epoch: u64,
    /// Whether a task settles its end.
    pub(super) ending: bool,
    /// How far it is, as last heard.
    progress: Option<RunProgress>,
    number: f64,
}

/// Where a picture of the queue shows a run of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// The run of this id runs, and did not before.
    Began(String),
    /// It neither runs nor waits.
    Gone,
}

impl State {
    /// How many tasks run, wait or are promised a place. A run that is on its way, and already in
    /// the picture too, counts once.
    pub(super) fn load(&self) -> usize {
        let shown = self
            .queue
            .running
            .iter()
            .chain(&self.queue.pending)
            .map(|task| &task.id);
        let ours = self
            .runs
            .iter()
            .filter(|(_, run)| !run.ending)
            .map(|(id, _)| id);
        let all: HashSet<&String> = shown.chain(ours).chain(&self.reserved).collect();
        all.len()
    }

    pub(super) fn accept(&mut self, prompt_id: &str, run_id: &str, number: f64) {
        let run = Tracked {
            run_id: run_id.to_owned(),
            running: false,
            epoch: self.epoch,
            ending: false,
            progress: None,
            number,
        };
        // The engine's own picture may have been quicker than its answer to us.
        let shown = |tasks: &[Task]| tasks.iter().any(|task| task.id == prompt_id);
        if !shown(&self.queue.running) && !shown(&self.queue.pending) {
            let id = prompt_id.to_owned();
            self.queue.pending.push(Task { number, id });
        }
        self.runs.insert(prompt_id.to_owned(), run);
    }

    pub(super) fn restore(&mut self, prompt_id: &str, run_id: &str, running: bool) {
        let run = Tracked {
            run_id: run_id.to_owned(),
            running,
            epoch: 0,
            ending: false,
            progress: None,
            number: f64::MAX,
        };
        self.runs.insert(prompt_id.to_owned(), run);
    }

    pub(super) fn began(&mut self, prompt_id: &str) -> Option<String> {
        let run = self
            .runs
            .get_mut(prompt_id)
            .filter(|run| !run.running && !run.ending)?;
        run.running = true;
        let run_id = run.run_id.clone();
        if let Some(at) = self
            .queue
            .pending
            .iter()
            .position(|task| task.id == prompt_id)
        {
            let task = self.queue.pending.remove(at);
            self.queue.running.push(task);
        }
        Some(run_id)
    }

    pub(super) fn advanced(&mut self, prompt_id: &str, progress: Option<RunProgress>) {
        if let Some(run) = self.runs.get_mut(prompt_id) {
            run.progress = progress;
        }
    }

    pub(super) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        let run = self.runs.get(prompt_id).filter(|run| !run.ending)?;
        run.progress.clone()
    }

    /// Nothing is heard of any run for now: how far each is, is not known.
    pub(super) fn unheard(&mut self) {
        for run in self.runs.values_mut() {
            run.progress = None;
        }
    }

    pub(super) fn forget(&mut self, prompt_id: &str) {
        self.runs.remove(prompt_id);
        self.queue.running.retain(|task| task.id != prompt_id);
        self.queue.pending.retain(|task| task.id != prompt_id);
    }

    /// The runs that a picture asked for from now on must show.
    pub(super) fn watched(&self) -> Vec<String> {
        let watched = self
            .runs
            .iter()
            .filter(|(_, run)| !run.ending)
            .map(|(id, _)| id.clone());
        watched.collect()
    }

    /// Takes a picture of the queue that was asked for when `watched` were there.
    pub(super) fn absorb(&mut self, mut queue: Queue, watched: &[String]) -> HashMap<String, Seen> {
        let running: HashSet<&str> = queue.running.iter().map(|task| task.id.as_str()).collect();
        let pending: HashSet<&str> = queue.pending.iter().map(|task| task.id.as_str()).collect();
        let mut seen = HashMap::new();
        for id in watched {
            let Some(run) = self.runs.get_mut(id).filter(|run| !run.ending) else {
                continue;
            };
            if running.contains(id.as_str()) {
                if !std::mem::replace(&mut run.running, true) {
                    seen.insert(id.clone(), Seen::Began(run.run_id.clone()));
                }
            } else if !pending.contains(id.as_str()) {
                seen.insert(id.clone(), Seen::Gone);
            }
        }
        // Runs that were accepted after the picture was asked for are in nobody's picture yet.
        let late: Vec<Task> = self
            .runs
            .iter()
            .filter(|(id, _)| {
                !watched.contains(id)
                    && !running.contains(id.as_str())
                    && !pending.contains(id.as_str())
            })
            .filter(|(_, run)| !run.ending)
            .map(|(id, run)| Task {
                number: run.number,
                id: id.clone(),
            })
            .collect();
        queue.pending.extend(late);
        self.queue = queue;
        seen
    }
}

#[cfg(test)]
mod tests;
