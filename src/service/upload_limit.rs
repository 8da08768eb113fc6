//! The largest upload that an engine instance takes. No I/O.
//! Source: ComfyUI's `GET /features`.

use super::api_error::ApiError;

/// The largest upload that an engine instance takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UploadLimit {
    /// In bytes.
    pub(crate) bytes: u64,
    /// The address of the instance that takes it.
    pub(crate) instance: String,
}

impl UploadLimit {
    /// The refusal of a file that is larger.
    pub(crate) fn refusal(&self) -> ApiError {
        ApiError::TooLarge(format!(
            "a file of the submission is too large: the engine instance {} takes at most {} bytes; \
             send a smaller one, or start ComfyUI with a larger --max-upload-size",
            self.instance, self.bytes
        ))
    }
}
