//! What the service was told about an instance. No I/O.

use crate::engines::engine_restart::EngineRestart;
use crate::engines::engine_settings::{EngineSettings, EngineSource};

/// What the service was told about an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Membership {
    pub(crate) source: EngineSource,
    pub(crate) labels: Vec<String>,
    /// The maximum number of our runs at it, if that is not the usual one.
    pub(crate) depth: Option<usize>,
    /// How it is restarted.
    pub(crate) restart: Option<EngineRestart>,
    /// Whether it gets no further runs.
    pub(crate) is_draining: bool,
}

impl Membership {
    pub(in crate::engines::instance) fn of(settings: &EngineSettings) -> Self {
        Self {
            source: settings.source,
            labels: settings.labels.clone(),
            depth: settings.depth,
            restart: settings.restart.clone(),
            is_draining: false,
        }
    }
}
