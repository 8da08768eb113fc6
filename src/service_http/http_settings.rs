//! The settings of a service that only its HTTP routes need.

use std::time::Duration;

use embedded::Site;
use service::Options;

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
    /// The settings of a service with these options.
    pub(crate) fn of(options: &Options) -> Self {
        Self {
            public_url: options.public_url.clone(),
            trust_proxy: options.trust_proxy,
            is_encrypted: options.tls.is_some(),
            allowed_origins: options.allowed_origins.clone(),
            site: options.site.clone(),
            max_upload: options.max_upload,
            quiet_time: options.limits.quiet_time,
        }
    }

    /// A link with this path; absolute if the service knows its public address.
    pub(crate) fn link(&self, path: &str) -> String {
        let public_url = self.public_url.as_deref().unwrap_or_default();
        [public_url, path].concat()
    }
}
