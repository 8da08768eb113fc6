//! The values that flow along the links of a running graph. Knows nothing about nodes.

use std::sync::Arc;

use image::{ImageBuffer, Luma};
use serde_json::Value as Json;

use media::audio::Audio;
use media::video::Video;
use media::{Frame, MAX_PIXELS};

/// One mask: 0 is opaque, 1 transparent, as in ComfyUI's LoadImage.
pub(crate) type Mask = ImageBuffer<Luma<f32>, Vec<f32>>;

/// The largest number of bytes that the values of one run take at once: two batches of images.
pub(crate) const MAX_BYTES: u64 = 2 * MAX_PIXELS * size_of::<[f32; 3]>() as u64;

/// The largest number of bytes that the texts of one run take.
pub(crate) const MAX_TEXT: u64 = 64_000_000;

/// The value of one link.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A batch of at least one image, all of one size.
    Image(Arc<Vec<Frame>>),
    /// A batch of at least one mask, all of one size.
    Mask(Arc<Vec<Mask>>),
    /// A batch of at least one clip.
    Audio(Arc<Audio>),
    /// A video.
    Video(Arc<Video>),
    /// Text.
    Text(Arc<str>),
    /// An integer.
    Int(i64),
    /// A finite decimal number.
    Float(f64),
    /// A boolean.
    Boolean(bool),
    /// JSON that fits no other type.
    Json(Json),
}

impl Value {
    /// The number of bytes that its pixels or samples take in memory.
    pub(crate) fn bytes(&self) -> u64 {
        let levels = match self {
            Self::Image(frames) => frame_levels(frames),
            Self::Mask(masks) => masks.iter().map(|mask| mask.len() as u64).sum(),
            Self::Audio(audio) => audio.samples(),
            Self::Video(video) => match &**video {
                Video::File(file) => return file.bytes.len() as u64,
                Video::Frames(video) => {
                    let audio = video.audio.as_ref().map_or(0, |audio| audio.samples());
                    frame_levels(&video.frames) + audio
                }
            },
            _ => 0,
        };
        levels * size_of::<f32>() as u64
    }

    /// The number of bytes of its text.
    pub(crate) fn text_bytes(&self) -> u64 {
        match self {
            Self::Text(text) => text.len() as u64,
            _ => 0,
        }
    }

    /// Its type as a phrase for error messages.
    pub(crate) fn type_phrase(&self) -> &'static str {
        match self {
            Self::Image(_) => "an image",
            Self::Mask(_) => "a mask",
            Self::Audio(_) => "audio",
            Self::Video(_) => "a video",
            Self::Text(_) => "text",
            Self::Int(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Boolean(_) => "a boolean",
            Self::Json(_) => "a JSON value",
        }
    }

    /// Its text as ComfyUI's PreviewAny shows it: `True` for a boolean, `2.0` for a decimal number.
    pub(crate) fn preview_text(&self) -> String {
        match self {
            Self::Image(frames) => batch_text(
                "image",
                frames.len(),
                frames.first().map(|f| f.dimensions()),
            ),
            Self::Mask(masks) => {
                batch_text("mask", masks.len(), masks.first().map(|m| m.dimensions()))
            }
            Self::Audio(audio) => audio_text(audio),
            Self::Video(video) => {
                let frames = batch_text("frame", video.count(), Some(video.dimensions()));
                format!("{frames} at {} fps", video.fps())
            }
            Self::Text(text) => text.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Float(number) => format!("{number:?}"),
            Self::Boolean(true) => "True".to_owned(),
            Self::Boolean(false) => "False".to_owned(),
            Self::Json(json) => json.to_string(),
        }
    }
}

fn frame_levels(frames: &[Frame]) -> u64 {
    frames.iter().map(|frame| frame.len() as u64).sum()
}

fn batch_text(noun: &str, count: usize, size: Option<(u32, u32)>) -> String {
    let (width, height) = size.unwrap_or_default();
    format!("{count} {noun}{} of {width} × {height}", plural(count))
}

fn audio_text(audio: &Audio) -> String {
    let count = audio.clips.len();
    format!(
        "{count} clip{} of {:.2} s, {} channel{} at {} Hz",
        plural(count),
        audio.duration(),
        audio.channels(),
        plural(audio.channels()),
        audio.sample_rate
    )
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
