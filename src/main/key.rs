//! The key that callers must send: where it comes from, and how it is shown.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use service::{DataFolder, percent_encoded};

use super::arguments::Serve;
use super::environment;

/// The environment variable with the API key.
pub(crate) const VARIABLE: &str = "FLOWDECK_API_KEY";

/// The length of the shortest key of a service that other machines can reach.
const MIN_LENGTH: usize = 16;

/// The key that callers must send.
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) is_from_environment: bool,
}

impl Key {
    /// The key in the environment, or else the one in the data folder.
    pub(crate) fn read(data: &DataFolder) -> Result<Self, String> {
        match Self::from_environment()? {
            Some(key) => Ok(key),
            None => Ok(Self {
                text: data.key().map_err(|why| why.to_string())?,
                is_from_environment: false,
            }),
        }
    }

    /// The key in the environment.
    pub(crate) fn from_environment() -> Result<Option<Self>, String> {
        let given = environment::secret(VARIABLE)?;
        Ok(given.map(|text| Self {
            text,
            is_from_environment: true,
        }))
    }

    /// Rejects a key that could be guessed, unless only this machine reaches the service.
    pub(crate) fn ensure_safe(&self, serve: &Serve) -> Result<(), String> {
        let is_local = serve.listen.ip().to_canonical().is_loopback();
        let has_proxy = serve.public_url.is_some() || serve.trust_proxy;
        if self.text.len() >= MIN_LENGTH || (is_local && !has_proxy) {
            return Ok(());
        }
        let (place, remedy) = match self.is_from_environment {
            true => (VARIABLE, "leave it unset"),
            false => ("the key file", "delete the file for a new key"),
        };
        Err(format!(
            "checking the key in {place}: it has fewer than {MIN_LENGTH} characters, so other machines \
             could guess it; set it to the output of `openssl rand -hex 20`, or {remedy}"
        ))
    }

    /// The link that opens the playground. The key is in the fragment, which browsers do not send. A key from the
    /// environment is not in it.
    pub(crate) fn link(&self, serve: &Serve, mut address: SocketAddr) -> String {
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        let base = match &serve.public_url {
            Some(url) => url.clone(),
            None => match serve.tls_cert {
                Some(_) => format!("https://{address}"),
                None => format!("http://{address}"),
            },
        };
        match self.is_from_environment {
            true => format!("{base}/"),
            false => format!("{base}/#key={}", percent_encoded(&self.text)),
        }
    }

    /// The lines that say how to open the playground.
    pub(crate) fn instructions(&self, serve: &Serve, address: SocketAddr) -> String {
        let link = self.link(serve, address);
        match self.is_from_environment {
            true => format!("open {link}\nits key is the one in {VARIABLE}"),
            false => format!("open {link}"),
        }
    }
}
