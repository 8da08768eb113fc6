//! Encodes images as an MP4 file with H.264.

use super::color;
use crate::engine::context::NodeContext;
use crate::engine::execution_error::ExecutionError;
use crate::engine::mp4::{self, ColorMatrix, VideoTrack};
use crate::engine::value::Frame;
use crate::engine::video::VideoFrames;

/// The file of a video.
pub(super) fn encode(
    context: &NodeContext,
    video: &VideoFrames,
) -> Result<Vec<u8>, ExecutionError> {
    let VideoFrames { frames, fps, audio } = video;
    let (width, height) = frames.first().map(Frame::dimensions).unwrap_or_default();
    let failed = |reason: &str| {
        ExecutionError::new(format!(
            "encoding a video of {width} × {height} pixels: {reason}"
        ))
    };
    if width % 2 == 1 || height % 2 == 1 {
        return Err(failed(
            "H.264 needs an even width and height; scale or crop the images",
        ));
    }
    if audio.is_some() {
        return Err(failed(
            "this engine cannot write sound into a video yet; leave the input `audio` of CreateVideo empty",
        ));
    }
    let stored = |side: u32| u16::try_from(side).map_err(|_| failed("it is too large"));
    let mut track = VideoTrack::new(stored(width)?, stored(height)?, *fps);
    let mut encoder = context
        .h264()
        .and_then(|codec| codec.encoder(*fps))
        .map_err(|reason| failed(&reason))?;
    context.expect_steps(frames.len());
    for frame in frames.iter() {
        context.step()?;
        let picture = color::to_picture(frame, ColorMatrix::BT709);
        let units = encoder.encode(&picture).map_err(|reason| failed(&reason))?;
        track.push(units);
    }
    mp4::write(&track).map_err(|error| failed(&error.to_string()))
}
