//! Why a call gave no result.

use client::Error;

/// Why a call gave no result.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What was attempted, why it failed and what to do, without the key.
    pub error: Error,
    /// Why no answer came, such as an untrusted certificate, if the error is of [`client::ErrorKind::Network`].
    #[source]
    pub cause: Option<reqwest::Error>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, cause: None }
    }
}
