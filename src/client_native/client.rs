//! The client of one deployment: its address, its key, and the HTTP client that reaches it. Does not make calls.

use std::fmt;
use std::time::Duration;

use api::Operation;
use client::{Call, Error, address};
use reqwest::header::HeaderValue;
use reqwest::redirect::Policy;
use reqwest::{Certificate, Url};

/// The default timeout of a call without a form, with its retries. An upload may take as long as it needs.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// The client of one deployment. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    base_url: String,
    pub(super) key: String,
    /// The key as a header that no log shows; `None` without a key.
    pub(super) header: Option<HeaderValue>,
    /// The timeout of every call, instead of [`TIMEOUT`].
    pub(super) timeout: Option<Duration>,
    pub(super) http: reqwest::Client,
}

impl Client {
    /// A client of the deployment at `base_url` (`http` or `https`, without query) with this key; an empty key is not
    /// sent. It trusts these certificates besides those of the system.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`] if the address, the key or a certificate is not valid.
    pub fn new(base_url: &str, key: &str, authorities: &[Certificate]) -> Result<Self, Error> {
        let href = Url::parse(base_url).map(String::from);
        let base_url = address::base_url(&href.unwrap_or_default())?;
        let key = address::key(key)?;
        Ok(Self {
            http: http(&base_url, authorities)?,
            header: header(key)?,
            key: key.to_owned(),
            base_url,
            timeout: None,
        })
    }

    /// The same client with this timeout of every call, also of one with a form.
    pub fn with_timeout(self, timeout: Duration) -> Self {
        let timeout = Some(timeout);
        Self { timeout, ..self }
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
}

// The key stays out of every log.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

/// Whether an address is one of this machine.
pub fn is_local(base_url: &str) -> bool {
    let url = Url::parse(base_url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    host == "localhost" || host.starts_with("127.") || host == "[::1]"
}

fn header(key: &str) -> Result<Option<HeaderValue>, Error> {
    if key.is_empty() {
        return Ok(None);
    }
    let header = HeaderValue::from_str(key);
    let mut header =
        header.map_err(|_| Error::input(&["connecting: a header cannot carry the key"]))?;
    header.set_sensitive(true);
    Ok(Some(header))
}

fn http(base_url: &str, authorities: &[Certificate]) -> Result<reqwest::Client, Error> {
    let client = networks::build_client(|| {
        // A redirect to another origin would carry the key along.
        let builder = reqwest::Client::builder().redirect(Policy::none());
        // A proxy from the environment cannot reach this machine's own addresses.
        let builder = match is_local(base_url) {
            true => builder.no_proxy(),
            false => builder,
        };
        builder.tls_certs_merge(authorities.iter().cloned())
    });
    client.map_err(|why| Error::input(&["connecting: ", &why.to_string()]))
}
