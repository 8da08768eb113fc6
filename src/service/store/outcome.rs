//! How a run ended, as it is stored. No I/O.

use api::RunStatus;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunOutcome {
    pub(crate) status: RunStatus,
    /// Why it failed or was cancelled.
    pub(crate) error: Option<String>,
    /// The names of its output files.
    pub(crate) outputs: Vec<String>,
    /// Their size together.
    pub(crate) bytes: u64,
    /// When the engine started it, in milliseconds since 1970.
    pub(crate) started_at: Option<i64>,
    /// How long it took, in seconds, if it completed; not stored.
    pub(crate) seconds: Option<f64>,
}

impl RunOutcome {
    /// A run that completed with these output files, of this size together.
    pub(crate) fn completed(outputs: Vec<String>, bytes: u64) -> Self {
        Self {
            outputs,
            bytes,
            ..Self::without_outputs(RunStatus::Completed)
        }
    }

    /// A run that failed, and why.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Self {
            error: Some(why.into()),
            ..Self::without_outputs(RunStatus::Failed)
        }
    }

    /// A run that was cancelled.
    pub(crate) fn cancelled() -> Self {
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
