//! The maximum size of a submission, so that a submission with too large files is refused before it is read.

use crate::engines::UploadLimit;
use crate::operations::error::DomainError;
use schema::InputSchema;

/// The maximum size of a submission without its files, in bytes.
const BESIDES_FILES: u64 = 64 << 20;

/// Ensures that a submission of this size, in bytes, cannot exceed the limits of its files and texts.
pub(super) fn ensure(
    schema: &InputSchema,
    UploadLimit(limit): UploadLimit,
    size: u64,
) -> Result<(), DomainError> {
    let fields = schema.fields.iter();
    let file_fields = fields.filter(|field| field.kind.accept().is_some()).count();
    let allowed = limit.saturating_mul(file_fields as u64);
    if size <= allowed.saturating_add(BESIDES_FILES) {
        return Ok(());
    }
    Err(DomainError::TooLarge(match file_fields {
        0 => "the submission is too large: the workflow takes no files, and texts may have 8 MB together; \
             send less"
            .to_owned(),
        count => format!(
            "the submission is too large: the workflow has {count} fields for files, and the engine takes files \
             of at most {limit} bytes; send smaller ones, or start ComfyUI with a larger --max-upload-size"
        ),
    }))
}
