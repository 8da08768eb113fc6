//! The limit on the size of a batch of clips. Knows nothing about sample values.

use crate::media_error::MediaError;

/// The largest number of samples of all channels in one batch: 400 MB in memory.
pub(super) const MAX_SAMPLES: u64 = 100_000_000;

/// Rejects a batch that would not fit in memory, before it is allocated. `length` is the number of
/// samples in each channel, `sample_rate` the number per second.
///
/// # Errors
/// The batch is too large.
pub fn check_samples(
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
