//! Videos that are encoded.

use super::{decoded, encoded, open, pattern, patterns, psnr};
use crate::OpenH264;
use crate::media_error::MediaError;
use crate::tests::{StepLimit, failure_message, tone};
use crate::video::encode;

#[test]
fn an_encoded_video_has_its_frames_and_its_frame_rate() {
    for (rate, count, width, height) in [
        (30.0, 12, 64, 48),
        (29.97, 3, 98, 66),
        (1.0, 1, 16, 16),
        (120.0, 2, 32, 32),
    ] {
        let file = encoded(&patterns((width, height), count, rate, None)).unwrap();
        let video = open(&file);
        let frames = decoded(&video).unwrap();
        assert_eq!((frames.len() as u32, video.fps), (count, rate));
        for (number, frame) in (0..).zip(&frames) {
            assert_eq!(frame.dimensions(), (width, height));
            let quality = psnr(frame, &pattern(number, width, height));
            assert!(quality > 30.0, "frame {number} at {rate} fps: {quality} dB");
        }
    }
}

#[test]
fn sizes_that_cannot_be_encoded_are_reported() {
    for (width, height, why) in [
        (65, 48, "needs an even width and height"),
        (64, 47, "needs an even width and height"),
        (14, 64, "16 × 16 to 3840 × 2160"),
        (16, 3842, "16 × 16 to 3840 × 2160"),
    ] {
        let message = failure_message(encoded(&patterns((width, height), 1, 8.0, None)));
        let size = format!("{width} × {height}");
        assert!(
            message.contains(&size) && message.contains(why),
            "{message}"
        );
    }
}

#[test]
fn encoding_counts_frames_and_blocks_of_sound_and_stops_when_interrupted() {
    let video = patterns((16, 16), 5, 5.0, Some(&tone(1, 8000, 1.0)));
    let monitor = StepLimit::new(7);
    let result = encode(&video, Some(&OpenH264), &monitor);
    assert_eq!(result, Err(MediaError::Interrupted));
    assert_eq!((monitor.done.get(), monitor.expected.get()), (7, 7));
}
