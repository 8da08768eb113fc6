//! The sound of a video: FLAC when written, because its encoder is pure Rust and browsers play it in
//! MP4; any codec of LoadAudio when read.

use crate::audio::{Audio, Clip};
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::mp4::{Mp4Video, Track};
use crate::nodes::audio::{decode as decode_audio, encode_flac, flac_steps};
use crate::video::VideoFrames;

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
    context: &NodeContext,
    (clip, sample_rate): &Sound,
) -> Result<Track, ExecutionError> {
    Ok(encode_flac(clip, *sample_rate, context)?.track())
}

/// The sound of a file; `None` if it has none.
pub(super) fn decode(
    context: &NodeContext,
    video: &Mp4Video,
) -> Result<Option<Audio>, ExecutionError> {
    if !video.has_sound {
        return Ok(None);
    }
    let failed = |why: &dyn std::fmt::Display| {
        ExecutionError::new(format!(
            "decoding the sound of the video: {why}; convert it to AAC, or remove it with \
             `ffmpeg -i IN -c copy -an OUT.mp4`"
        ))
    };
    decode_audio(video.bytes.clone(), context, &failed).map(Some)
}
