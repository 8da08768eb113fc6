//! Checks the addresses of a server, those of a name each time that it is looked up: the service connects to what was
//! checked.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::time::timeout;

use super::refused::Refused;

/// How long the check of a new server waits for the addresses of its name.
const LOOKUP_TIME: Duration = Duration::from_secs(3);

/// Looks up names.
#[async_trait]
pub trait Lookup: Debug + Send + Sync {
    /// The addresses of a name; their ports are 0.
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

/// Which addresses are allowed.
pub trait AddressRules: Debug + Send + Sync + 'static {
    /// Checks an address.
    fn check(&self, address: IpAddr) -> Result<(), Refused>;
}

/// Decides which addresses a server may have.
#[derive(Debug)]
pub struct Guard<R> {
    rules: R,
    lookup: Arc<dyn Lookup>,
}

/// Why a server cannot be contacted.
#[derive(Debug, thiserror::Error)]
pub enum ContactError {
    /// It only has addresses that are not allowed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Its name could not be looked up, or it did not answer.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<R: AddressRules> Guard<R> {
    /// A guard with these rules.
    pub fn of(rules: R) -> Self {
        Self {
            rules,
            lookup: Arc::new(System),
        }
    }

    /// One that looks up names elsewhere.
    pub fn looking_up(rules: R, lookup: Arc<dyn Lookup>) -> Self {
        Self { rules, lookup }
    }

    /// Its rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Checks an address without a name. Those of a name are checked when they are looked up.
    pub fn check_literal(&self, url: &Url) -> Result<(), Refused> {
        literal(url).map_or(Ok(()), |address| self.rules.check(address))
    }

    /// The addresses at which the server may be contacted.
    pub async fn addresses(&self, url: &Url) -> Result<Vec<SocketAddr>, ContactError> {
        let port = url.port_or_known_default().unwrap_or_default();
        if let Some(address) = literal(url) {
            self.rules.check(address)?;
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let mut addresses = self.resolved(url.host_str().unwrap_or_default()).await?;
        addresses
            .iter_mut()
            .for_each(|address| address.set_port(port));
        Ok(addresses)
    }

    /// Refuses a server whose addresses are known and not allowed. What a name leads to later is checked then.
    pub async fn ensure_allowed(&self, url: &Url) -> Result<(), Refused> {
        match timeout(LOOKUP_TIME, self.addresses(url)).await {
            Ok(Err(ContactError::Refused(refused))) => Err(refused),
            _ => Ok(()),
        }
    }

    /// The allowed addresses of a name. Fails if it has only others.
    async fn resolved(&self, name: &str) -> Result<Vec<SocketAddr>, ContactError> {
        let mut refused = None;
        let mut addresses = self.lookup.addresses(name).await?;
        addresses.retain(|address| match self.rules.check(address.ip()) {
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
pub struct Resolver<R>(pub Arc<Guard<R>>);

impl<R: AddressRules> Resolve for Resolver<R> {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        Box::pin(async move {
            let addresses = guard.resolved(name.as_str()).await?;
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}
