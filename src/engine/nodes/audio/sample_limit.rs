//! The limit on the size of a batch of clips. Knows nothing about sample values.

use crate::audio::MAX_SAMPLES;
use crate::media_error::MediaError;

/// Rejects a batch that would not fit in memory, before it is allocated. `length` is the number of
/// samples in each channel.
pub(super) fn check_samples(
    clips: usize,
    channels: usize,
    length: f64,
    sample_rate: u32,
) -> Result<(), MediaError> {
    if clips as f64 * channels as f64 * length <= MAX_SAMPLES as f64 {
        return Ok(());
    }
    let seconds = length / f64::from(sample_rate);
    let limit = MAX_SAMPLES / 1_000_000;
    Err(MediaError::new(format!(
        "{clips} × {seconds:.0} s of audio with {channels} channels at {sample_rate} Hz exceeds this engine's limit \
         of {limit} million samples; make it shorter"
    )))
}
