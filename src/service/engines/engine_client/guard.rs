//! Checks the addresses of an engine before it is contacted.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use super::networks::EngineNetworks;
use crate::networks::{self, AddressRules, Refused};

/// Decides which addresses an engine may have.
pub(crate) type Guard = networks::Guard<EngineRules>;

/// Which addresses an engine may have.
#[derive(Debug)]
pub(crate) struct EngineRules {
    networks: EngineNetworks,
    /// Whether the operator has named the engine.
    is_own: AtomicBool,
}

impl EngineRules {
    fn new(networks: EngineNetworks, is_own: bool) -> Self {
        Self {
            networks,
            is_own: AtomicBool::new(is_own),
        }
    }
}

impl AddressRules for EngineRules {
    fn check(&self, address: IpAddr) -> Result<(), Refused> {
        let is_own = self.is_own.load(Ordering::Relaxed);
        self.networks.check(address, is_own)
    }
}

impl networks::Guard<EngineRules> {
    /// The guard of an engine that the operator has named, or a caller.
    pub(crate) fn new(networks: EngineNetworks, is_own: bool) -> Self {
        Self::of(EngineRules::new(networks, is_own))
    }

    /// One that refuses nothing.
    pub(super) fn open() -> Self {
        Self::new(EngineNetworks::unlimited(), true)
    }

    #[cfg(test)]
    pub(super) fn with_lookup(
        networks: EngineNetworks,
        lookup: std::sync::Arc<dyn networks::Lookup>,
    ) -> Self {
        Self::looking_up(EngineRules::new(networks, false), lookup)
    }

    /// Notes whether the operator has named the engine.
    pub(super) fn set_own(&self, is_own: bool) {
        self.rules().is_own.store(is_own, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
