//! The state of a run, and its position in the queues. Pure.

use crate::language::Message;
use crate::messages as say;
use api::RunStatus;
use client::follow::Place;

/// The state of a run as the page knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RunState {
    /// It waits until those of its batch that are before it were sent.
    Waiting,
    /// Its form is being uploaded.
    #[default]
    Uploading,
    /// The page was left before it was sent. A person can send it.
    NotSent,
    /// The deployment accepted it; it is not in a queue yet.
    Accepted,
    /// It is pending in a queue.
    Pending,
    /// An engine instance is executing it.
    Running,
    /// It produced its outputs.
    Completed,
    /// It failed.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// It is over, and its result is not known.
    Unknown,
}

/// The position of a run in the queues.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QueuePosition {
    /// The engine instance's address; `None` while it waits for an instance.
    pub(crate) address: Option<String>,
    /// Its number among the pending tasks or the waiting runs, from 1; 0 while it is running.
    pub(crate) number: usize,
    /// The milliseconds until it starts, if there was an estimate when it reached this position.
    pub(crate) starts_in: Option<f64>,
}

impl QueuePosition {
    /// The place of the run that is at this position.
    pub(super) fn place(&self) -> Place {
        Place {
            status: match self.number {
                0 => RunStatus::Running,
                _ => RunStatus::Pending,
            },
            position: u32::try_from(self.number).unwrap_or(u32::MAX),
            instance: self.address.clone(),
        }
    }

    /// Whether this is the same position. The time until the start counts only if the deployment estimates it.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let is_estimate_same = self.address.is_some() || self.starts_in == other.starts_in;
        self.address == other.address && self.number == other.number && is_estimate_same
    }
}

impl RunState {
    /// Its name in the database and in `data-state`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Uploading => "uploading",
            Self::NotSent => "not-sent",
            Self::Accepted => "accepted",
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }

    /// The state of this name; [`Self::Unknown`] for any other name.
    pub(super) fn from_name(name: &str) -> Self {
        const ALL: [RunState; 9] = [
            RunState::Waiting,
            RunState::Uploading,
            RunState::NotSent,
            RunState::Accepted,
            RunState::Pending,
            RunState::Running,
            RunState::Completed,
            RunState::Failed,
            RunState::Cancelled,
        ];
        let found = ALL.into_iter().find(|state| state.name() == name);
        found.unwrap_or(Self::Unknown)
    }

    /// The state in the page's language.
    pub(crate) fn message(self) -> Message {
        match self {
            Self::Waiting => say::RUN_WAITING,
            Self::Uploading => say::RUN_UPLOADING,
            Self::NotSent => say::RUN_NOT_SENT,
            Self::Accepted => say::RUN_ACCEPTED,
            Self::Pending => say::RUN_PENDING,
            Self::Running => say::RUN_RUNNING,
            Self::Completed => say::RUN_COMPLETED,
            Self::Failed => say::RUN_FAILED,
            Self::Cancelled => say::RUN_CANCELLED,
            Self::Unknown => say::RUN_UNKNOWN,
        }
    }

    /// Whether screen readers announce it.
    pub(super) fn is_announced(self) -> bool {
        self == Self::Running || !self.is_active()
    }

    /// Whether the run is in progress, as far as is known.
    pub(crate) fn is_active(self) -> bool {
        self.is_unsent() && self != Self::NotSent
            || matches!(self, Self::Accepted | Self::Pending | Self::Running)
    }

    /// Whether the deployment has not answered its form.
    pub(super) fn is_unsent(self) -> bool {
        matches!(self, Self::Waiting | Self::Uploading | Self::NotSent)
    }

    /// Whether something is still to happen to it: it is in progress, or was not sent.
    pub(super) fn is_open(self) -> bool {
        self.is_active() || self == Self::NotSent
    }

    /// Whether it can no longer change.
    pub(crate) fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }

    /// The state of a run with this status.
    pub(super) fn of(status: RunStatus) -> Self {
        match status {
            RunStatus::Pending => Self::Pending,
            RunStatus::Running => Self::Running,
            RunStatus::Completed => Self::Completed,
            RunStatus::Failed => Self::Failed,
            RunStatus::Cancelled => Self::Cancelled,
            RunStatus::Unknown => Self::Unknown,
        }
    }
}
