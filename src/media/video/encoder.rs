//! Encodes images and sound as an MP4 file with H.264 and FLAC.

use super::{VideoFrames, color, sound};
use crate::frame::Frame;
use crate::media_error::MediaError;
use crate::monitor::Monitor;
use crate::mp4::{self, ColorMatrix, H264Samples, Track};
use crate::video_codec::{VideoCodec, required};

/// The file of a video.
///
/// # Errors
/// There is no codec, it cannot encode pictures of this size or this sound, or the monitor interrupts.
pub fn encode(
    video: &VideoFrames,
    codec: Option<&dyn VideoCodec>,
    monitor: &dyn Monitor,
) -> Result<Vec<u8>, MediaError> {
    let clip = sound::clip(video);
    monitor.expect_steps(video.frames.len() + clip.as_ref().map_or(0, sound::steps));
    let mut tracks = vec![encode_frames(video, codec, monitor)?];
    if let Some(clip) = clip {
        tracks.push(sound::encode(&clip, monitor)?);
    }
    mp4::write(&tracks).map_err(|error| MediaError::new(format!("writing a video as MP4: {error}")))
}

fn encode_frames(
    video: &VideoFrames,
    codec: Option<&dyn VideoCodec>,
    monitor: &dyn Monitor,
) -> Result<Track, MediaError> {
    let VideoFrames { frames, fps, .. } = video;
    let (width, height) = frames.first().map(Frame::dimensions).unwrap_or_default();
    let failed = |reason: &str| {
        MediaError::new(format!(
            "encoding a video of {width} × {height} pixels: {reason}"
        ))
    };
    if width % 2 == 1 || height % 2 == 1 {
        return Err(failed(
            "H.264 needs an even width and height; scale or crop the images",
        ));
    }
    let mut encoder = required(codec)
        .and_then(|codec| codec.encoder(*fps))
        .map_err(|reason| failed(&reason))?;
    let mut pictures = H264Samples::default();
    for frame in frames.iter() {
        monitor.step()?;
        let picture = color::to_picture(frame, ColorMatrix::BT709);
        let units = encoder.encode(&picture).map_err(|reason| failed(&reason))?;
        pictures.push(units);
    }
    // The encoder has checked the size.
    let track = pictures.track(width as u16, height as u16, *fps);
    track.map_err(|error| failed(&error.to_string()))
}
