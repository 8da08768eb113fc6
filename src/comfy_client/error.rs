//! Why a request to an engine failed.

use networks::Refused;
use run_core::clip;

/// Why a request to an engine failed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct EngineError {
    /// The status of its answer, if it was not a success.
    pub status: Option<u16>,
    /// What kind of error it is.
    pub kind: EngineErrorKind,
    /// Whether it took too long.
    pub is_timeout: bool,
    message: String,
}

/// The kind of an [`EngineError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineErrorKind {
    /// It did not answer, or not completely.
    NoAnswer,
    /// Its answer has an error status or another shape than ComfyUI's.
    BadAnswer,
    /// Its answer is larger than the limit.
    TooLarge,
}

impl EngineError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            status: None,
            kind: EngineErrorKind::NoAnswer,
            is_timeout: false,
            message: message.into(),
        }
    }

    /// An answer without a success status, with its text.
    pub(crate) fn status(status: u16, url: &str, body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body);
        let separator = if text.is_empty() { "" } else { ": " };
        let message = format!("{url} returned status {status}{separator}{}", clip(&text));
        // These statuses come from a proxy in front of an engine, or from one with another token.
        let kind = match status {
            401 | 403 | 502..=504 => EngineErrorKind::NoAnswer,
            _ => EngineErrorKind::BadAnswer,
        };
        Self {
            status: Some(status),
            kind,
            ..Self::new(message)
        }
    }

    /// A request whose engine does not respond any more.
    pub fn lost(address: &str) -> Self {
        Self::new(format!("{address} does not respond"))
    }

    /// A transfer that has stopped.
    pub(crate) fn stalled(message: String) -> Self {
        Self {
            is_timeout: true,
            ..Self::new(message)
        }
    }

    /// An answer that cannot be read.
    pub(crate) fn unreadable(message: String) -> Self {
        Self {
            kind: EngineErrorKind::BadAnswer,
            ..Self::new(message)
        }
    }

    pub(crate) fn too_large(url: &str, limit: u64) -> Self {
        Self {
            kind: EngineErrorKind::TooLarge,
            ..Self::new(format!("the answer of {url} is larger than {limit} bytes"))
        }
    }
}

impl From<Refused> for EngineError {
    fn from(refused: Refused) -> Self {
        Self::new(refused.to_string())
    }
}

impl From<reqwest::Error> for EngineError {
    fn from(error: reqwest::Error) -> Self {
        let mut message = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(inner) = cause {
            message = format!("{message}: {inner}");
            cause = inner.source();
        }
        Self {
            is_timeout: error.is_timeout() && !error.is_connect(),
            ..Self::new(message)
        }
    }
}
