//! Why a request to an engine failed.

/// Why a request to an engine failed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct EngineError {
    /// The status of its answer, if it was an error status.
    pub(crate) status: Option<u16>,
    message: String,
}

impl EngineError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            status: None,
            message: message.into(),
        }
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
            status: error.status().map(|status| status.as_u16()),
            message,
        }
    }
}
