//! The key that callers must send: where it comes from, and how it is shown.

use std::io::{self, IsTerminal};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use data_folder::DataFolder;
use service::{key_in, percent_encoded};

use super::arguments::Serve;
use super::{environment, reachable};

/// The environment variable with the key of the commands that call a service.
pub(crate) const VARIABLE: &str = "FLOWDECK_API_KEY";

/// The environment variable with the first key of a service. It differs from that of its callers, so that a key that
/// was exported to call one service never becomes the first key of another.
pub(crate) const FIRST_KEY: &str = "FLOWDECK_FIRST_KEY";

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
        let key = match Self::from_environment()? {
            Some(key) => key,
            None => Self {
                text: key_in(data).map_err(|why| why.to_string())?,
                is_from_environment: false,
            },
        };
        let of_caller = environment::secret(VARIABLE).ok().flatten();
        if of_caller.is_some_and(|of_caller| of_caller != key.text) {
            tracing::warn!(
                "{VARIABLE} is the key of the commands that call a service, and not the first key of this one; to set \
                 that, use {FIRST_KEY}"
            );
        }
        Ok(key)
    }

    /// The key in the environment.
    pub(crate) fn from_environment() -> Result<Option<Self>, String> {
        let given = environment::secret(FIRST_KEY)?;
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
            true => (FIRST_KEY, "leave it unset"),
            false => ("the key file", "delete the file for a new key"),
        };
        Err(format!(
            "checking the key in {place}: it has fewer than {MIN_LENGTH} characters, so other machines \
             could guess it; set it to the output of `openssl rand -hex 20`, or {remedy}"
        ))
    }

    /// The link that opens the playground. A key from the environment is not in it.
    pub(crate) fn link(&self, serve: &Serve, mut address: SocketAddr) -> String {
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        match &serve.public_url {
            Some(url) => self.link_at(url),
            None => self.link_to(serve, address),
        }
    }

    fn link_to(&self, serve: &Serve, address: SocketAddr) -> String {
        let scheme = match serve.tls_cert {
            Some(_) => "https",
            None => "http",
        };
        self.link_at(&format!("{scheme}://{address}"))
    }

    fn link_at(&self, base: &str) -> String {
        match self.is_from_environment {
            true => format!("{base}/"),
            false => link(base, &self.text),
        }
    }

    /// The lines that say how to open the playground, on this machine and on other devices. A terminal also gets a QR
    /// code.
    pub(crate) fn instructions(&self, serve: &Serve, address: SocketAddr) -> String {
        let mut lines = vec![format!("open {}", self.link(serve, address))];
        if serve.public_url.is_none() {
            let others = reachable::addresses(address).into_iter();
            let others = others.map(|address| self.link_to(serve, address));
            let others: Vec<String> = others.filter(|link| !lines[0].ends_with(link)).collect();
            lines.extend(
                others
                    .iter()
                    .map(|link| format!("on other devices: {link}")),
            );
            if let Some(link) = others.first().filter(|_| io::stdout().is_terminal()) {
                lines.extend(reachable::qr_code(link));
            }
        }
        if self.is_from_environment {
            lines.push(format!("its key is the one in {FIRST_KEY}"));
        }
        lines.join("\n")
    }
}

/// The link that opens the playground of a service with a key. The key is in the fragment, which browsers do not send.
pub(crate) fn link(base: &str, key: &str) -> String {
    format!("{base}/#key={}", percent_encoded(key))
}
