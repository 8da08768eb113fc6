//! Files of other programs, and damaged ones.

use super::{decoded, open, pattern, psnr};
use crate::OpenH264;
use crate::media_error::MediaError;
use crate::tests::{B_FRAMES, StepLimit, failure_message, patient};
use crate::video::decode;

#[test]
fn a_file_of_another_encoder_is_decoded_in_display_order() {
    let video = open(B_FRAMES);
    assert_eq!((video.dimensions(), video.fps), ((64, 48), 25.0));
    let frames = decoded(&video).unwrap();
    assert_eq!(frames.len(), 8);
    for (number, frame) in (0..).zip(&frames) {
        let quality = psnr(frame, &pattern(number, 64, 48));
        assert!(quality > 30.0, "frame {number}: {quality} dB");
    }
}

#[test]
fn a_rotated_video_is_turned_upright() {
    // The transformation in the track's header; ffmpeg writes the identity matrix.
    let mut matrix = [0_u32; 9];
    [matrix[0], matrix[4], matrix[8]] = [1 << 16, 1 << 16, 1 << 30];
    let upright: Vec<u8> = matrix.iter().flat_map(|cell| cell.to_be_bytes()).collect();
    [matrix[0], matrix[1], matrix[3], matrix[4]] = [0, 1 << 16, u32::MAX << 16, 0];
    let turned: Vec<u8> = matrix.iter().flat_map(|cell| cell.to_be_bytes()).collect();
    let mut file = B_FRAMES.to_vec();
    let header = file.windows(4).position(|name| name == b"tkhd").unwrap();
    let place = file[header..]
        .windows(36)
        .position(|cells| cells == upright)
        .unwrap();
    file[header + place..][..36].copy_from_slice(&turned);
    let video = open(&file);
    assert_eq!(video.dimensions(), (48, 64));
    let original = image::imageops::rotate90(&pattern(0, 64, 48));
    assert!(psnr(&decoded(&video).unwrap()[0], &original) > 30.0);
}

#[test]
fn a_damaged_picture_is_reported() {
    let data = B_FRAMES
        .windows(4)
        .position(|name| name == b"mdat")
        .unwrap();
    let mut file = B_FRAMES.to_vec();
    // The length of the first NAL unit.
    file[data + 4] = 0xff;
    let message = failure_message(decoded(&open(&file)));
    assert!(message.contains("a frame is damaged"), "{message}");
    assert!(message.contains("ffmpeg"), "{message}");
}

#[test]
fn a_video_with_too_many_pixels_is_rejected_before_it_is_decoded() {
    let mut file = B_FRAMES.to_vec();
    let visual = file.windows(4).position(|name| name == b"avc1").unwrap();
    let visual = visual
        + file[visual + 4..]
            .windows(4)
            .position(|name| name == b"avc1")
            .unwrap_or(0);
    let size = file[visual..]
        .windows(4)
        .position(|size| size == [0, 64, 0, 48])
        .unwrap();
    file[visual + size..][..4].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    let message = failure_message(decoded(&open(&file)));
    assert!(message.contains("8 × 65535 × 65535 pixels"), "{message}");
}

#[test]
fn decoding_stops_when_it_is_interrupted() {
    let monitor = StepLimit::new(3);
    let result = decode(&open(B_FRAMES), Some(&OpenH264), &monitor);
    assert_eq!(result, Err(MediaError::Interrupted));
    assert_eq!((monitor.done.get(), monitor.expected.get()), (3, 8));
}

#[test]
fn a_program_without_a_codec_says_how_to_get_one() {
    let message = failure_message(decode(&open(B_FRAMES), None, &patient()));
    assert!(message.contains("the feature `h264`"), "{message}");
}
