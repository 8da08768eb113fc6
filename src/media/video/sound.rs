//! The sound of a video: FLAC when written, because its encoder is pure Rust and browsers play it in
//! MP4; any codec that audio files may have when read.

use super::VideoFrames;
use crate::audio::flac_encoder::{encode_stream, steps as flac_steps};
use crate::audio::{self, Audio, Clip};
use crate::media_error::MediaError;
use crate::monitor::Monitor;
use crate::mp4::{Mp4Video, Track};

/// The sound to write: the first clip, as in ComfyUI, and its sample rate.
pub(super) type Sound = (Clip, u32);

/// The sound of a video, no longer than its pictures; `None` if it has no samples.
pub(super) fn clip(video: &VideoFrames) -> Option<Sound> {
    let audio = video.audio.as_ref()?;
    let rate = audio.sample_rate;
    let length = (f64::from(rate) / video.fps * video.frames.len() as f64).ceil() as usize;
    let channels = audio.clips.first()?.iter();
    let clip = channels.map(|channel| channel.iter().take(length).copied().collect());
    (audio.length() > 0).then(|| (clip.collect(), rate))
}

/// The number of steps that encoding this sound takes.
pub(super) fn steps((clip, _): &Sound) -> usize {
    flac_steps(clip.first().map_or(0, Vec::len))
}

/// The track with this sound.
pub(super) fn encode(
    (clip, sample_rate): &Sound,
    monitor: &dyn Monitor,
) -> Result<Track, MediaError> {
    Ok(encode_stream(clip, *sample_rate, monitor)?.track())
}

/// The sound of a file; `None` if it has none.
///
/// # Errors
/// The sound cannot be decoded or has too many samples, or the monitor interrupts.
pub fn decode(video: &Mp4Video, monitor: &dyn Monitor) -> Result<Option<Audio>, MediaError> {
    if !video.has_sound {
        return Ok(None);
    }
    let describe = |why: &dyn std::fmt::Display| {
        format!(
            "decoding the sound of the video: {why}; convert it to AAC, or remove it with \
             `ffmpeg -i IN -c copy -an OUT.mp4`"
        )
    };
    audio::decode(video.bytes.clone(), &describe, monitor).map(Some)
}
