//! Encodes images and sound as an MP4 file with H.264 and FLAC.

use super::{color, sound};
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::mp4::{self, ColorMatrix, H264Samples, Track};
use crate::value::Frame;
use crate::video::VideoFrames;

/// The file of a video.
pub(super) fn encode(
    context: &NodeContext,
    video: &VideoFrames,
) -> Result<Vec<u8>, ExecutionError> {
    let clip = sound::clip(video);
    context.expect_steps(video.frames.len() + clip.as_ref().map_or(0, sound::steps));
    let mut tracks = vec![encode_frames(context, video)?];
    if let Some(clip) = clip {
        tracks.push(sound::encode(context, &clip)?);
    }
    mp4::write(&tracks)
        .map_err(|error| ExecutionError::new(format!("writing a video as MP4: {error}")))
}

fn encode_frames(context: &NodeContext, video: &VideoFrames) -> Result<Track, ExecutionError> {
    let VideoFrames { frames, fps, .. } = video;
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
    let mut encoder = context
        .h264()
        .and_then(|codec| codec.encoder(*fps))
        .map_err(|reason| failed(&reason))?;
    let mut pictures = H264Samples::default();
    for frame in frames.iter() {
        context.step()?;
        let picture = color::to_picture(frame, ColorMatrix::BT709);
        let units = encoder.encode(&picture).map_err(|reason| failed(&reason))?;
        pictures.push(units);
    }
    // The encoder has checked the size.
    let track = pictures.track(width as u16, height as u16, *fps);
    track.map_err(|error| failed(&error.to_string()))
}
