//! The state of one engine instance on the board, and which of its tasks are listed. Knows nothing about
//! the elements that show it.

use super::load_history::LoadHistory;
use super::run_times::RunTimes;
use super::snapshot::InstanceSnapshot;
use api::Condition;
use ui::RwSignal;

/// The maximum number of running tasks listed.
const MAX_RUNNING: usize = 8;
/// The maximum number of pending tasks listed, not counting the user's own.
const MAX_PENDING: usize = 4;
/// The maximum number of the user's own tasks listed in addition.
const MAX_OWN: usize = 8;

/// An instance's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// It is executing a task.
    Running,
    /// It is executing nothing.
    Idle,
    /// The deployment cannot reach it.
    Stopped,
    /// It does not answer the deployment.
    Hung,
    /// It finishes its runs and gets no further ones.
    Draining,
    /// The deployment reports another problem.
    Failed,
    /// Its queue could not be read.
    Silent,
    /// The deployment no longer lists it.
    Gone,
}

impl Status {
    /// The value of `data-status`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Idle => "idle",
            Self::Stopped => "stopped",
            Self::Hung => "hung",
            Self::Draining => "draining",
            Self::Failed => "failed",
            Self::Silent => "silent",
            Self::Gone => "gone",
        }
    }

    /// Whether it probably accepts no runs.
    pub(super) fn is_unavailable(self) -> bool {
        !matches!(self, Self::Running | Self::Idle)
    }
}

/// One engine instance.
pub(super) struct Instance {
    /// Its address.
    pub(super) address: String,
    /// Its queue in the latest snapshot.
    pub(super) snapshot: InstanceSnapshot,
    /// Its health as the deployment reports it, in lower case.
    pub(super) health: Option<String>,
    /// What is wrong with it, in the deployment's words.
    pub(super) problem: Option<String>,
    /// The user's own tasks: their indices in the snapshot, ascending.
    pub(super) own_tasks: Vec<usize>,
    /// When it was added to the deployment, if that happened while the page was open.
    pub(super) added_at: Option<f64>,
    /// When the deployment stopped listing it.
    pub(super) gone_at: Option<f64>,
    /// When its status last changed.
    pub(super) status_since: f64,
    /// Its load over the last minutes.
    pub(super) load: LoadHistory,
    /// The maximum number of concurrent tasks since the last load sample.
    pub(super) peak: usize,
    /// The durations of its runs.
    pub(super) run_times: RunTimes,
    /// Whether all of its tasks are listed.
    pub(super) expanded: bool,
    /// Whether it contains the search text.
    pub(super) matches_search: bool,
    /// Whether `matches_search` was computed from the current snapshot.
    pub(super) search_is_current: bool,
    /// Notifies its article of changes, while that is in the page.
    pub(super) changes: Option<RwSignal<u32>>,
}

impl Instance {
    /// An instance first seen at `now`; `added` if it is new to the deployment.
    pub(super) fn new(address: String, now: f64, added: bool) -> Self {
        Self {
            address,
            snapshot: InstanceSnapshot::default(),
            health: None,
            problem: None,
            own_tasks: Vec::new(),
            added_at: added.then_some(now),
            gone_at: None,
            status_since: now,
            load: LoadHistory::new(),
            peak: 0,
            run_times: RunTimes::default(),
            expanded: false,
            matches_search: true,
            search_is_current: false,
            changes: None,
        }
    }

    /// Its status.
    pub(super) fn status(&self) -> Status {
        let health = self.health.as_deref().unwrap_or_default();
        let condition = self.snapshot.condition.or_else(|| Condition::of(health));
        match condition {
            _ if self.gone_at.is_some() => return Status::Gone,
            Some(Condition::Stopped) => return Status::Stopped,
            Some(Condition::Hung) => return Status::Hung,
            Some(Condition::Draining) => return Status::Draining,
            None => {}
        }
        match health {
            "" | "idle" | "running" if self.snapshot.silent => Status::Silent,
            "" | "idle" | "running" if self.snapshot.running > 0 => Status::Running,
            "" | "idle" | "running" => Status::Idle,
            _ => Status::Failed,
        }
    }

    /// Whether it is idle and has nothing to list or to report.
    pub(super) fn is_at_rest(&self) -> bool {
        self.status() == Status::Idle && self.task_count() == 0 && self.problem.is_none()
    }

    /// How many tasks are running or pending.
    pub(super) fn task_count(&self) -> usize {
        self.snapshot.running + self.snapshot.pending
    }

    /// How many tasks are listed.
    pub(super) fn listed_count(&self) -> usize {
        if self.expanded {
            return self.task_count();
        }
        let (running, pending) = self.always_listed();
        running + pending + self.extra_own_tasks().count()
    }

    /// The indices of the tasks in these rows of the list.
    pub(super) fn listed_tasks(&self, rows: std::ops::Range<usize>) -> Vec<usize> {
        if self.expanded {
            return rows.collect();
        }
        let (running, pending) = self.always_listed();
        let pending = self.snapshot.running..self.snapshot.running + pending;
        let mut tasks: Vec<usize> = (0..running)
            .chain(pending)
            .chain(self.extra_own_tasks())
            .collect();
        tasks.sort_unstable();
        tasks.truncate(rows.end);
        tasks.drain(..rows.start.min(tasks.len()));
        tasks
    }

    /// How many running and pending tasks are listed, regardless of their owner.
    fn always_listed(&self) -> (usize, usize) {
        (
            self.snapshot.running.min(MAX_RUNNING),
            self.snapshot.pending.min(MAX_PENDING),
        )
    }

    /// The user's own tasks that [`Self::always_listed`] leaves out.
    fn extra_own_tasks(&self) -> impl Iterator<Item = usize> {
        let (running, pending) = self.always_listed();
        let pending = self.snapshot.running..self.snapshot.running + pending;
        let own = self.own_tasks.iter().copied();
        own.filter(move |task| *task >= running && !pending.contains(task))
            .take(MAX_OWN)
    }

    /// The ids of the pending tasks, in their order.
    pub(super) fn pending_ids(&self) -> impl Iterator<Item = &str> {
        let ids = self.snapshot.ids.split('\t');
        ids.skip(self.snapshot.running).take(self.snapshot.pending)
    }

    /// The id of a task by its index.
    pub(super) fn task_id(&self, task: usize) -> &str {
        self.snapshot.ids.split('\t').nth(task).unwrap_or_default()
    }

    /// The position of a task among the pending ones, from 1; 0 while it is running.
    pub(super) fn queue_position(&self, task: usize) -> usize {
        (task + 1).saturating_sub(self.snapshot.running)
    }

    /// Notifies its article of a change.
    pub(super) fn notify(&self) {
        if let Some(changes) = self.changes {
            let _ = changes.try_update(|count| *count = count.wrapping_add(1));
        }
    }
}

#[cfg(test)]
mod tests;
