//! The outcome of a run as it is stored. No I/O.

use api::RunStatus;

/// The outcome of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutcome {
    pub status: RunStatus,
    /// Why it failed or was cancelled.
    pub error: Option<String>,
    /// The names of its output files.
    pub outputs: Vec<String>,
    /// Their total size.
    pub bytes: u64,
    /// When the engine started it, in milliseconds since 1970.
    pub started_at: Option<i64>,
    /// How long it took, in seconds, if it completed. Not stored.
    pub seconds: Option<f64>,
}

impl RunOutcome {
    /// A run that completed with these output files, which have this total size.
    pub fn completed(outputs: Vec<String>, bytes: u64) -> Self {
        Self {
            outputs,
            bytes,
            ..Self::without_outputs(RunStatus::Completed)
        }
    }

    /// A run that failed, and why.
    pub fn failed(why: impl Into<String>) -> Self {
        Self {
            error: Some(why.into()),
            ..Self::without_outputs(RunStatus::Failed)
        }
    }

    /// A run that was cancelled.
    pub fn cancelled() -> Self {
        Self::without_outputs(RunStatus::Cancelled)
    }

    fn without_outputs(status: RunStatus) -> Self {
        Self {
            status,
            error: None,
            outputs: Vec::new(),
            bytes: 0,
            started_at: None,
            seconds: None,
        }
    }
}
