//! Checks the addresses of an engine before it is contacted.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine_networks::EngineNetworks;
use networks::{AddressRules, Refused};

/// Decides which addresses an engine may have.
pub type Guard = networks::Guard<EngineRules>;

/// Which addresses an engine may have.
#[derive(Debug)]
pub struct EngineRules {
    networks: EngineNetworks,
    /// Whether the operator has named the engine.
    is_own: AtomicBool,
}

impl AddressRules for EngineRules {
    fn check(&self, address: IpAddr) -> Result<(), Refused> {
        let is_own = self.is_own.load(Ordering::Relaxed);
        self.networks.check(address, is_own)
    }
}

impl EngineRules {
    fn new(networks: EngineNetworks, is_own: bool) -> Self {
        Self {
            networks,
            is_own: AtomicBool::new(is_own),
        }
    }

    /// The guard of an engine that the operator has named, or a caller.
    pub fn guard(networks: EngineNetworks, is_own: bool) -> Guard {
        Guard::of(Self::new(networks, is_own))
    }

    /// One that refuses nothing.
    pub(crate) fn open() -> Guard {
        Self::guard(EngineNetworks::unlimited(), true)
    }

    /// Notes whether the operator has named the engine.
    pub(crate) fn set_own(&self, is_own: bool) {
        self.is_own.store(is_own, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
