//! How engine instances may be reached. No I/O.

use comfy_client::{EngineLimits, EngineNetworks};

/// How engine instances may be reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineAccess {
    pub(crate) limits: EngineLimits,
    pub(crate) networks: EngineNetworks,
}
