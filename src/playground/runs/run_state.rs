//! Where a run stands, from what the queues and the deployment say of it. Pure.

use crate::api::RunStatus;
use crate::playground::language::Message;
use crate::playground::messages as say;

/// How many pictures of the queue an accepted run may be missing from before it counts as gone.
const PATIENCE: u32 = 3;

/// The states of a run, as a page can know them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RunState {
    /// Its form is on its way.
    #[default]
    Uploading,
    /// The deployment took it; it is in no queue yet.
    Accepted,
    /// It waits in a queue.
    Pending,
    /// An engine instance works on it.
    Running,
    /// It gave its outputs.
    Completed,
    /// It broke.
    Failed,
    /// Somebody stopped it.
    Cancelled,
    /// Nobody says what became of it.
    Unknown,
}

/// Where a run is in the queues.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// The engine instance's address.
    pub(crate) instance: String,
    /// Its place among those that wait, from 1; 0 while it runs.
    pub(crate) line: usize,
    /// The milliseconds until it starts, if known when it came to this place.
    pub(crate) starts_in: Option<f64>,
}

impl Place {
    /// Whether it is the same place, whatever the time until the start.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.instance == other.instance && self.line == other.line
    }
}

impl RunState {
    /// The state in one word.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Uploading => "uploading",
            Self::Accepted => "accepted",
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }

    /// The state of this word; of one that nobody knows, unknown.
    pub(super) fn of(word: &str) -> Self {
        const ALL: [RunState; 7] = [
            RunState::Uploading,
            RunState::Accepted,
            RunState::Pending,
            RunState::Running,
            RunState::Completed,
            RunState::Failed,
            RunState::Cancelled,
        ];
        let found = ALL.into_iter().find(|state| state.word() == word);
        found.unwrap_or(Self::Unknown)
    }

    /// The state in the page's language.
    pub(crate) fn message(self) -> Message {
        match self {
            Self::Uploading => say::RUN_UPLOADING,
            Self::Accepted => say::RUN_ACCEPTED,
            Self::Pending => say::RUN_PENDING,
            Self::Running => say::RUN_RUNNING,
            Self::Completed => say::RUN_COMPLETED,
            Self::Failed => say::RUN_FAILED,
            Self::Cancelled => say::RUN_CANCELLED,
            Self::Unknown => say::RUN_UNKNOWN,
        }
    }

    /// Whether who does not see the page is told of it: that it began, and how it ended.
    pub(super) fn is_worth_saying(self) -> bool {
        self == Self::Running || !self.is_active()
    }

    /// Whether it is still under way, as far as is known.
    pub(crate) fn is_active(self) -> bool {
        matches!(
            self,
            Self::Uploading | Self::Accepted | Self::Pending | Self::Running
        )
    }

    /// Whether it will not change any more.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }

    /// The state after a picture of the queues. `missed` counts the pictures in a row that it was
    /// missing from, this one included; `told` says that the deployment tells the state itself, so
    /// that an absence means nothing.
    pub(crate) fn after_queue(self, place: Option<&Place>, missed: u32, told: bool) -> Self {
        match (self, place) {
            (Self::Uploading, _) => self,
            (state, _) if state.is_final() => self,
            (_, Some(Place { line: 0, .. })) => Self::Running,
            (_, Some(_)) => Self::Pending,
            (state, None) if state.is_active() && !told && missed >= PATIENCE => Self::Unknown,
            _ => self,
        }
    }

    /// The state after the deployment told it. The queue is fresher about the start of a run.
    pub(crate) fn after_detail(self, status: RunStatus) -> Self {
        match (self, status) {
            (state, _) if state.is_final() => self,
            (_, RunStatus::Completed) => Self::Completed,
            (_, RunStatus::Failed) => Self::Failed,
            (_, RunStatus::Cancelled) => Self::Cancelled,
            (_, RunStatus::Running) => Self::Running,
            (Self::Running, RunStatus::Pending) => Self::Running,
            (_, RunStatus::Pending) => Self::Pending,
            (_, RunStatus::Unknown) => self,
        }
    }
}

#[cfg(test)]
mod tests;
