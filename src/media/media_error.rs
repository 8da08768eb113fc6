//! Why sound or pictures were not decoded, changed or encoded.

/// Why sound or pictures were not decoded, changed or encoded.
#[derive(Debug, PartialEq, Eq)]
pub enum MediaError {
    /// It was interrupted.
    Interrupted,
    /// It is not possible; the message is for the author of the workflow.
    Failed(String),
}

impl MediaError {
    /// A failure with this message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Failed(message.into())
    }
}
