//! Why a node produced no result. Does not know which node it was.

use media::MediaError;

/// Why a node produced no result.
#[derive(Debug, PartialEq, Eq)]
pub enum ExecutionError {
    /// The run was interrupted.
    Interrupted,
    /// The node failed; the message is for the author of the workflow.
    Failed(String),
}

impl ExecutionError {
    /// A failure with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}

impl From<MediaError> for ExecutionError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::Interrupted => Self::Interrupted,
            MediaError::Failed(message) => Self::Failed(message),
        }
    }
}
