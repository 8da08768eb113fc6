//! The settings of a service that only its HTTP routes need.

use std::time::Duration;

use embedded::Site;

/// The settings of a service that only its HTTP routes need.
pub(crate) struct HttpSettings {
    /// The address by which callers reach the service, without a trailing slash, if it is behind a proxy.
    pub(crate) public_url: Option<String>,
    /// Whether the last address in `X-Forwarded-For` or `Forwarded` is that of the client.
    pub(crate) trust_proxy: bool,
    /// Whether connections are encrypted.
    pub(crate) is_encrypted: bool,
    /// The origins whose pages may use the service; empty for all.
    pub(crate) allowed_origins: Vec<String>,
    /// The playground's files.
    pub(crate) site: Site,
    /// The maximum size of a submission, in bytes.
    pub(crate) max_upload: usize,
    /// How long a stream of events may have nothing to say until a comment shows that it is still open.
    pub(crate) quiet_time: Duration,
}

impl HttpSettings {
    /// A link with this path; absolute if the service knows its public address.
    pub(crate) fn link(&self, path: &str) -> String {
        let public_url = self.public_url.as_deref().unwrap_or_default();
        [public_url, path].concat()
    }
}
