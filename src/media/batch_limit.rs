//! The limit on the size of a batch of images. Knows nothing about pixel values.

use super::frame::MAX_PIXELS;
use super::media_error::MediaError;

/// Rejects a batch that would not fit in memory, before it is allocated. The size is in pixels.
///
/// # Errors
/// The batch is too large.
pub fn check_batch_size(width: u32, height: u32, count: usize) -> Result<(), MediaError> {
    let frame = u64::from(width) * u64::from(height);
    let pixels = u128::from(frame) * count as u128;
    if pixels <= u128::from(MAX_PIXELS) {
        return Ok(());
    }
    Err(too_large(width, height, count))
}

/// The error for a batch that would not fit in memory.
pub fn too_large(width: u32, height: u32, count: usize) -> MediaError {
    let limit = MAX_PIXELS / 1_000_000;
    MediaError::new(format!(
        "a batch of {count} × {width} × {height} pixels exceeds this engine's limit of {limit} million pixels; make it smaller"
    ))
}
