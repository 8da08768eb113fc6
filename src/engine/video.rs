//! Video as it flows along the links of a running graph. Knows nothing about codecs.

use std::sync::Arc;

use image::Rgb32FImage;

use super::audio::Audio;
use super::mp4::Mp4Video;

/// ComfyUI's VIDEO.
#[derive(Debug)]
pub(crate) enum Video {
    /// A file as it was uploaded.
    File(Mp4Video),
    /// Images with a constant frame rate.
    Frames(VideoFrames),
}

/// A video that a workflow created.
#[derive(Debug)]
pub(crate) struct VideoFrames {
    /// At least one image, all of one size.
    pub(crate) frames: Arc<Vec<Rgb32FImage>>,
    /// Frames per second.
    pub(crate) fps: f64,
    pub(crate) audio: Option<Arc<Audio>>,
}

impl Video {
    /// Its width and height in pixels.
    pub(crate) fn dimensions(&self) -> (u32, u32) {
        match self {
            Self::File(file) => file.dimensions(),
            Self::Frames(video) => {
                let first = video.frames.first();
                first.map(Rgb32FImage::dimensions).unwrap_or_default()
            }
        }
    }

    /// The number of its pictures.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::File(file) => file.samples.len(),
            Self::Frames(video) => video.frames.len(),
        }
    }

    /// Frames per second.
    pub(crate) fn fps(&self) -> f64 {
        match self {
            Self::File(file) => file.fps,
            Self::Frames(video) => video.fps,
        }
    }
}
