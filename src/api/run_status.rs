//! The status of a run, in the words of all generations of deployments. Knows no other part of a run.

use serde::Serialize;

/// The status of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It waits in a queue.
    Pending,
    /// It runs.
    Running,
    /// It succeeded; its outputs are available.
    Completed,
    /// It failed.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// A status this version does not know.
    #[default]
    #[cfg_attr(feature = "schemas", schemars(skip))]
    Unknown,
}

impl RunStatus {
    /// The status for a word that any generation of deployments uses.
    pub fn of(word: &str) -> Self {
        match word {
            "pending" | "queued" | "accepted" => Self::Pending,
            "running" | "in_progress" | "started" => Self::Running,
            "completed" | "success" | "succeeded" => Self::Completed,
            "failed" | "error" => Self::Failed,
            "cancelled" | "canceled" => Self::Cancelled,
            _ => Self::Unknown,
        }
    }

    /// The status in one word, as on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the run has ended.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}
