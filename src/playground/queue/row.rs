//! One engine instance as the board knows it, and which of its tasks are listed. Knows nothing of how
//! it is drawn.

use super::load_history::Load;
use super::run_times::Pace;
use super::snapshot::Seen;
use crate::playground::signal::RwSignal;

/// How many running tasks are listed at most.
const RUNNING: usize = 8;
/// How many waiting tasks are listed, ours aside.
const FIRST: usize = 4;
/// How many of ours are listed beyond those.
const MINE: usize = 8;

/// An instance's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It works.
    Running,
    /// It has nothing to do, or only what waits.
    Idle,
    /// The deployment says that it is stopped.
    Stopped,
    /// The deployment says something else of it that is not good.
    Failed,
    /// Nothing is told of its queue.
    Silent,
    /// The deployment no longer names it.
    Gone,
}

impl Status {
    /// Its name for tools.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Idle => "idle",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Silent => "silent",
            Self::Gone => "gone",
        }
    }

    /// Whether it takes no runs, as far as is known.
    pub(super) fn is_trouble(self) -> bool {
        !matches!(self, Self::Running | Self::Idle)
    }
}

/// One instance.
pub(super) struct Row {
    /// Its address.
    pub(super) address: String,
    /// Its queue as it was seen last.
    pub(super) seen: Seen,
    /// What the deployment says of its health.
    pub(super) health: Option<String>,
    /// The tasks of ours, by their place among its ids, in that order.
    pub(super) mine: Vec<usize>,
    /// When it came, if that was seen.
    pub(super) came: Option<f64>,
    /// When it went.
    pub(super) gone: Option<f64>,
    /// Since when its state is what it is, as far as was seen.
    pub(super) since: f64,
    /// Its load over the last minutes.
    pub(super) load: Load,
    /// The most tasks at once since its load was noted.
    pub(super) most: usize,
    /// How long its runs take.
    pub(super) pace: Pace,
    /// Whether all its tasks are listed.
    pub(super) open: bool,
    /// Whether the text that is looked for is in it.
    pub(super) matches: bool,
    /// Whether it was looked for in what it is now.
    pub(super) searched: bool,
    /// Tells its article, while that is in the page, that it changed.
    pub(super) tick: Option<RwSignal<u32>>,
}

impl Row {
    /// An instance that was first seen `now`; `came` where it was not there before.
    pub(super) fn new(address: String, now: f64, came: bool) -> Self {
        Self {
            address,
            seen: Seen::default(),
            health: None,
            mine: Vec::new(),
            came: came.then_some(now),
            gone: None,
            since: now,
            load: Load::new(),
            most: 0,
            pace: Pace::default(),
            open: false,
            matches: true,
            searched: false,
            tick: None,
        }
    }

    /// Its state.
    pub(super) fn status(&self) -> Status {
        let health = self.health.as_deref().unwrap_or_default();
        match health {
            _ if self.gone.is_some() => Status::Gone,
            "stopped" => Status::Stopped,
            "" | "idle" | "running" if self.seen.silent => Status::Silent,
            "" | "idle" | "running" if self.seen.running > 0 => Status::Running,
            "" | "idle" | "running" => Status::Idle,
            _ => Status::Failed,
        }
    }

    /// How many tasks run or wait.
    pub(super) fn tasks(&self) -> usize {
        self.seen.running + self.seen.pending
    }

    /// How many of them are listed.
    pub(super) fn lines(&self) -> usize {
        if self.open {
            return self.tasks();
        }
        let (running, first) = self.always();
        running + first + self.others().count()
    }

    /// The tasks in these lines, by their place among the ids.
    pub(super) fn listed(&self, lines: std::ops::Range<usize>) -> Vec<usize> {
        if self.open {
            return lines.collect();
        }
        let (running, first) = self.always();
        let waits = self.seen.running..self.seen.running + first;
        let mut tasks: Vec<usize> = (0..running).chain(waits).chain(self.others()).collect();
        tasks.sort_unstable();
        tasks.truncate(lines.end);
        tasks.drain(..lines.start.min(tasks.len()));
        tasks
    }

    /// How many running and how many waiting tasks are listed whosever they are.
    fn always(&self) -> (usize, usize) {
        (self.seen.running.min(RUNNING), self.seen.pending.min(FIRST))
    }

    /// Tasks of ours that are not listed anyway.
    fn others(&self) -> impl Iterator<Item = usize> {
        let (running, first) = self.always();
        let waits = self.seen.running..self.seen.running + first;
        let others = self.mine.iter().copied();
        others
            .filter(move |task| *task >= running && !waits.contains(task))
            .take(MINE)
    }

    /// The id of a task, by its place.
    pub(super) fn id(&self, task: usize) -> &str {
        self.seen.ids.split('\t').nth(task).unwrap_or_default()
    }

    /// The place of a task in its line, from 1; 0 while it runs.
    pub(super) fn line(&self, task: usize) -> usize {
        (task + 1).saturating_sub(self.seen.running)
    }
}

#[cfg(test)]
mod tests;
