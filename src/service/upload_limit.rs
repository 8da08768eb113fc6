//! The largest upload that engine instances take. No I/O.
//! Source: ComfyUI's `GET /features`.

use super::api_error::ApiError;

/// The size of the largest file that one of the instances takes which could execute a run, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UploadLimit(pub(crate) u64);

impl UploadLimit {
    /// The refusal of a file that is larger.
    pub(crate) fn refusal(self) -> ApiError {
        ApiError::TooLarge(format!(
            "a file of the submission is too large: the engine takes at most {} bytes; \
             send a smaller one, or start ComfyUI with a larger --max-upload-size",
            self.0
        ))
    }

    /// The refusal of a submission that must have such a file, or too much text, where the workflow has this number
    /// of fields for files.
    pub(crate) fn refusal_of_all(self, file_fields: usize) -> ApiError {
        ApiError::TooLarge(match file_fields {
            0 => "the submission is too large: the workflow takes no files, and texts may have 8 MB together; \
                 send less"
                .to_owned(),
            count => format!(
                "the submission is too large: the workflow has {count} fields for files, and the engine takes files \
                 of at most {} bytes; send smaller ones, or start ComfyUI with a larger --max-upload-size",
                self.0
            ),
        })
    }
}
