//! A video, and what decodes and encodes it.

mod color;
mod decoder;
mod encoder;
mod sound;

pub use decoder::decode;
pub use encoder::encode;
pub use sound::decode as decode_sound;

use std::sync::Arc;

use super::audio::Audio;
use super::frame::Frame;
use super::mp4::Mp4Video;

/// A video: ComfyUI's VIDEO.
#[derive(Debug)]
pub enum Video {
    /// A file as it was uploaded.
    File(Mp4Video),
    /// Images with a constant frame rate.
    Frames(VideoFrames),
}

/// A video that is not a file yet.
#[derive(Debug)]
pub struct VideoFrames {
    /// At least one image, all of one size.
    pub frames: Arc<Vec<Frame>>,
    /// Frames per second.
    pub fps: f64,
    /// Its sound; only the first clip is saved.
    pub audio: Option<Arc<Audio>>,
}

impl Video {
    /// Its width and height in pixels.
    pub fn dimensions(&self) -> (u32, u32) {
        match self {
            Self::File(file) => file.dimensions(),
            Self::Frames(video) => {
                let first = video.frames.first();
                first.map(Frame::dimensions).unwrap_or_default()
            }
        }
    }

    /// The number of its pictures.
    pub fn count(&self) -> usize {
        match self {
            Self::File(file) => file.samples.len(),
            Self::Frames(video) => video.frames.len(),
        }
    }

    /// Frames per second.
    pub fn fps(&self) -> f64 {
        match self {
            Self::File(file) => file.fps,
            Self::Frames(video) => video.fps,
        }
    }
}
