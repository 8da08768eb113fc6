//! Checks the addresses of an engine, those of a name each time that it is looked up: the service connects to what was
//! checked.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::time::timeout;

use super::networks::{EngineNetworks, Refused};

/// How long the check of a new instance waits for the addresses of its name.
const LOOKUP_TIME: Duration = Duration::from_secs(3);

/// Looks up names.
#[async_trait]
pub(super) trait Lookup: Debug + Send + Sync {
    async fn addresses(&self, name: &str) -> io::Result<Vec<SocketAddr>>;
}

/// The system's resolver.
#[derive(Debug)]
struct System;

#[async_trait]
impl Lookup for System {
    async fn addresses(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.collect())
    }
}

/// Decides which addresses an engine may have.
#[derive(Debug)]
pub(crate) struct Guard {
    networks: EngineNetworks,
    /// Whether the operator has named the engine.
    is_own: AtomicBool,
    lookup: Arc<dyn Lookup>,
}

/// Why an engine cannot be contacted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContactError {
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Guard {
    /// The guard of an engine that the operator has named, or a caller.
    pub(crate) fn new(networks: EngineNetworks, is_own: bool) -> Self {
        Self {
            networks,
            is_own: AtomicBool::new(is_own),
            lookup: Arc::new(System),
        }
    }

    /// One that refuses nothing.
    pub(super) fn open() -> Self {
        Self::new(EngineNetworks::unlimited(), true)
    }

    #[cfg(test)]
    pub(super) fn with_lookup(networks: EngineNetworks, lookup: Arc<dyn Lookup>) -> Self {
        Self {
            lookup,
            ..Self::new(networks, false)
        }
    }

    /// Notes whether the operator has named the engine.
    pub(super) fn set_own(&self, is_own: bool) {
        self.is_own.store(is_own, Ordering::Relaxed);
    }

    /// Checks an address without a name. Those of a name are checked when they are looked up.
    pub(super) fn check_literal(&self, url: &Url) -> Result<(), Refused> {
        literal(url).map_or(Ok(()), |address| self.check(address))
    }

    /// The addresses at which the engine may be contacted.
    pub(super) async fn addresses(&self, url: &Url) -> Result<Vec<SocketAddr>, ContactError> {
        let port = url.port_or_known_default().unwrap_or_default();
        if let Some(address) = literal(url) {
            self.check(address)?;
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let mut addresses = self.resolved(url.host_str().unwrap_or_default()).await?;
        addresses
            .iter_mut()
            .for_each(|address| address.set_port(port));
        Ok(addresses)
    }

    /// Refuses an engine whose addresses are known and not allowed. What a name leads to later is checked then.
    pub(crate) async fn ensure_allowed(&self, url: &Url) -> Result<(), Refused> {
        match timeout(LOOKUP_TIME, self.addresses(url)).await {
            Ok(Err(ContactError::Refused(refused))) => Err(refused),
            _ => Ok(()),
        }
    }

    fn check(&self, address: IpAddr) -> Result<(), Refused> {
        let is_own = self.is_own.load(Ordering::Relaxed);
        self.networks.check(address, is_own)
    }

    /// The allowed addresses of a name. Fails if it has only others.
    async fn resolved(&self, name: &str) -> Result<Vec<SocketAddr>, ContactError> {
        let mut refused = None;
        let mut addresses = self.lookup.addresses(name).await?;
        addresses.retain(|address| match self.check(address.ip()) {
            Ok(()) => true,
            Err(why) => {
                refused.get_or_insert(why);
                false
            }
        });
        match refused {
            Some(refused) if addresses.is_empty() => Err(refused.by(name).into()),
            _ => Ok(addresses),
        }
    }
}

/// The address in a URL that has no name.
fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_matches(['[', ']']).parse().ok()
}

/// The lookups of the HTTP client.
#[derive(Debug)]
pub(super) struct Resolver(pub(super) Arc<Guard>);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        Box::pin(async move {
            let addresses = guard.resolved(name.as_str()).await?;
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests;
