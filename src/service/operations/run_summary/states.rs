//! How many runs are in each state.

use serde_json::{Value, json};

use api::RunStatus;

/// How many runs are in each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct States {
    pending: u32,
    running: u32,
    completed: u32,
    failed: u32,
    cancelled: u32,
}

impl States {
    pub(super) fn count(&mut self, status: RunStatus) {
        let count = match status {
            RunStatus::Pending => &mut self.pending,
            RunStatus::Running => &mut self.running,
            RunStatus::Completed => &mut self.completed,
            RunStatus::Failed => &mut self.failed,
            RunStatus::Cancelled => &mut self.cancelled,
            RunStatus::Unknown => return,
        };
        *count += 1;
    }

    /// All of them.
    pub(super) fn sum(&self) -> u32 {
        self.pending + self.running + self.completed + self.failed + self.cancelled
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "pending": self.pending,
            "running": self.running,
            "completed": self.completed,
            "failed": self.failed,
            "cancelled": self.cancelled,
        })
    }
}
