//! Decodes the H.264 video of an MP4 file.

use image::imageops::{rotate90, rotate180, rotate270};

use super::color;
use crate::batch_limit::check_batch_size;
use crate::frame::Frame;
use crate::media_error::MediaError;
use crate::monitor::Monitor;
use crate::mp4::Mp4Video;
use crate::video_codec::{Picture, VideoCodec, required};

/// What may help if a stream cannot be decoded.
const CONVERT: &str = "convert it to 8-bit, progressive H.264, for example with \
                       `ffmpeg -i IN -pix_fmt yuv420p OUT.mp4`";

/// Every image of a video.
///
/// # Errors
/// There is no codec, the video cannot be decoded or has too many pixels, or the monitor interrupts.
pub fn decode(
    video: &Mp4Video,
    codec: Option<&dyn VideoCodec>,
    monitor: &dyn Monitor,
) -> Result<Vec<Frame>, MediaError> {
    let count = video.samples.len();
    check_batch_size(video.width, video.height, count)?;
    let failed = |reason: &str| MediaError::new(format!("decoding the video: {reason}"));
    let mut decoder = required(codec)
        .and_then(|codec| codec.decoder())
        .map_err(|reason| failed(&reason))?;
    let broken = |reason: &str| failed(&format!("{reason}; {CONVERT}"));
    let mut frames = Vec::new();
    monitor.expect_steps(count);
    for (number, sample) in video.samples.iter().enumerate() {
        monitor.step()?;
        let units = units(video, number, sample).ok_or_else(|| broken("a frame is damaged"))?;
        let picture = decoder.decode(&units);
        if let Some(picture) = picture.map_err(|reason| broken(&reason))? {
            check_batch_size(picture.width as u32, picture.height as u32, count)?;
            frames.push(to_frame(&picture, video));
        }
    }
    let rest = decoder.finish().map_err(|reason| broken(&reason))?;
    frames.extend(rest.iter().map(|picture| to_frame(picture, video)));
    let complete = frames.len() == count;
    let same_size = frames
        .windows(2)
        .all(|pair| pair[0].dimensions() == pair[1].dimensions());
    match (complete, same_size) {
        (true, true) => Ok(frames),
        (true, false) => Err(broken("its size changes")),
        (false, _) => Err(broken(&format!(
            "only {} of {count} frames could be decoded",
            frames.len()
        ))),
    }
}

/// The NAL units of a sample; the first one also configures the decoder.
fn units<'a>(
    video: &'a Mp4Video,
    number: usize,
    sample: &std::ops::Range<usize>,
) -> Option<Vec<&'a [u8]>> {
    let sets = match number {
        0 => video.parameter_sets.as_slice(),
        _ => &[],
    };
    let sets = sets.iter().map(Vec::as_slice);
    Some(sets.chain(video.units(sample)?).collect())
}

fn to_frame(picture: &Picture, video: &Mp4Video) -> Frame {
    let frame = color::to_frame(picture, video.matrix);
    match video.quarter_turns {
        1 => rotate90(&frame),
        2 => rotate180(&frame),
        3 => rotate270(&frame),
        _ => frame,
    }
}
