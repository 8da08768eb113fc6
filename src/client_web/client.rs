//! The client of one deployment: its address, its key and how requests are sent. Does not make calls.

use web_sys::Url;

use super::api_key::ApiKey;
use super::browser::{Browser, Observer};
use api::Operation;
use client::Call;
use client::Error;
use client::address;

/// The default timeout of a call without a form, in milliseconds. An upload may take as long as it needs; the
/// caller can abort it.
pub const TIMEOUT_MS: u32 = 30_000;

/// The client of one deployment. Cheap to clone.
#[derive(Clone)]
pub struct Client<T = Browser> {
    base_url: String,
    pub(super) api_key: ApiKey,
    /// The timeout of a call without a form, in milliseconds.
    pub(super) timeout_ms: u32,
    pub(super) transport: T,
}

impl Client {
    /// A client of the deployment at `base_url` (`http` or `https`, without query) with this key, for a
    /// page.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`] if the address or the key is not valid.
    pub fn new(base_url: &str, api_key: &str) -> Result<Self, Error> {
        let api_key = ApiKey::text(api_key)?;
        Self::with(base_url, api_key, TIMEOUT_MS, Browser::default())
    }

    /// Adds an observer of each attempt.
    pub fn observed(self, observer: Observer) -> Self {
        let transport = Browser {
            observer: Some(observer),
            ..self.transport
        };
        Self { transport, ..self }
    }
}

impl<T> Client<T> {
    /// A client with its own timeout, in milliseconds, and transport.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`] if the address is not valid.
    pub fn with(
        base_url: &str,
        api_key: ApiKey,
        timeout_ms: u32,
        transport: T,
    ) -> Result<Self, Error> {
        let href = Url::new(base_url).map(|url| url.href());
        Ok(Self {
            base_url: address::base_url(&href.unwrap_or_default())?,
            api_key,
            timeout_ms,
            transport,
        })
    }

    /// The deployment's address, without a trailing slash.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// A call of an operation; `query` holds further parameters, encoded.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`] for an id that no address can hold.
    pub fn call(
        &self,
        operation: &'static Operation,
        id: &str,
        query: &str,
    ) -> Result<Call, Error> {
        Call::new(operation, &self.base_url, id, query)
    }

    /// The absolute address of an output's `url`, as [`address::resolve`] finds it.
    pub fn resolve(&self, url: &str) -> Option<String> {
        address::resolve(&self.base_url, url)
    }
}

// The key stays out of every log.
impl<T> std::fmt::Debug for Client<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}
