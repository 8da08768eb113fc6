//! Videos with OpenH264.

mod decoding;
mod encoding;
mod sound;

use std::sync::Arc;

use image::Rgb;

use super::patient;
use crate::OpenH264;
use crate::audio::Audio;
use crate::frame::Frame;
use crate::media_error::MediaError;
use crate::mp4::{Mp4Video, read};
use crate::video::{VideoFrames, decode, encode};

/// A moving picture without sharp edges; `B_FRAMES` shows it.
fn pattern(number: u32, width: u32, height: u32) -> Frame {
    Frame::from_fn(width, height, |x, y| {
        let (x, y, number) = (x as f32, y as f32, number as f32);
        let red = 127.0 + 100.0 * ((x + 3.0 * number) / 11.0).sin();
        let green = 127.0 + 100.0 * ((y - 2.0 * number) / 9.0).sin();
        Rgb([red, green, 60.0 + 8.0 * number].map(|level| level / 255.0))
    })
}

/// The peak signal-to-noise ratio of a frame in dB.
fn psnr(frame: &Frame, original: &Frame) -> f32 {
    let pairs = frame.as_raw().iter().zip(original.as_raw());
    let error: f32 = pairs.map(|(one, other)| (one - other).powi(2)).sum();
    -10.0 * (error / frame.as_raw().len() as f32).log10()
}

/// A video of the first patterns.
fn patterns(
    (width, height): (u32, u32),
    count: u32,
    fps: f64,
    audio: Option<&Audio>,
) -> VideoFrames {
    let frames = (0..count).map(|number| pattern(number, width, height));
    VideoFrames {
        frames: Arc::new(frames.collect()),
        fps,
        audio: audio.map(|audio| Arc::new(audio.clone())),
    }
}

fn encoded(video: &VideoFrames) -> Result<Vec<u8>, MediaError> {
    encode(video, Some(&OpenH264), &patient())
}

fn decoded(video: &Mp4Video) -> Result<Vec<Frame>, MediaError> {
    decode(video, Some(&OpenH264), &patient())
}

fn open(file: &[u8]) -> Mp4Video {
    read(file.to_vec()).unwrap()
}
