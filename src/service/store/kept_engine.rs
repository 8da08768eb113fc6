//! An engine instance that callers have added or drained.

use crate::engine_settings::{EngineSettings, EngineSource};

/// An engine instance that callers have added or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptEngine {
    pub(crate) address: String,
    pub(crate) labels: Vec<String>,
    pub(crate) depth: Option<usize>,
    /// Whether it is known only because it was added.
    pub(crate) is_added: bool,
    pub(crate) is_draining: bool,
}

impl KeptEngine {
    /// What the service is told about it.
    pub(crate) fn settings(&self) -> EngineSettings {
        EngineSettings {
            labels: self.labels.clone(),
            depth: self.depth,
            ..EngineSettings::new(&self.address, EngineSource::Caller)
        }
    }
}
