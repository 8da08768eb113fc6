//! The largest upload that engine instances take. No I/O.
//! Source: ComfyUI's `GET /features`.

/// The size of the largest file that one of the instances takes which could execute a run, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UploadLimit(pub u64);

impl UploadLimit {
    /// The refusal of a file that is larger.
    pub fn refusal(self) -> FileTooLarge {
        FileTooLarge(self.0)
    }
}

/// A file is larger than this number of bytes, which is all that the instances take.
#[derive(Debug, thiserror::Error)]
#[error(
    "a file of the submission is too large: the engine takes at most {0} bytes; \
     send a smaller one, or start ComfyUI with a larger --max-upload-size"
)]
pub struct FileTooLarge(u64);
