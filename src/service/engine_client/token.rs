//! The token that engines require: `flowdeck engine` does, and a proxy in front of ComfyUI may.

use std::fmt;

use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

/// The token that the service sends to its engine instances, in `Authorization: Bearer`.
pub(crate) struct EngineToken(HeaderValue);

impl EngineToken {
    /// A token with this text. Fails if a header cannot contain it.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let mut header = HeaderValue::from_str(&format!("Bearer {text}")).ok()?;
        // Keeps it out of the logs of the libraries.
        header.set_sensitive(true);
        Some(Self(header))
    }

    pub(super) fn header(&self) -> (HeaderName, HeaderValue) {
        (AUTHORIZATION, self.0.clone())
    }
}

impl fmt::Debug for EngineToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineToken")
    }
}
