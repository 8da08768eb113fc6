//! Files of other programs.

use super::*;

#[test]
fn a_file_of_another_encoder_is_decoded_in_display_order() {
    let video = load(B_FRAMES).unwrap();
    assert_eq!(video.preview_text(), "8 frames of 64 × 48 at 25 fps");
    let done = components(video).unwrap();
    assert_eq!((frames(&done).len(), fps(&done)), (8, 25.0));
    for (number, frame) in (0..).zip(frames(&done)) {
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
    let video = load(&file).unwrap();
    assert_eq!(video.preview_text(), "8 frames of 48 × 64 at 25 fps");
    let done = components(video).unwrap();
    let original = image::imageops::rotate90(&pattern(0, 64, 48));
    assert!(psnr(&frames(&done)[0], &original) > 30.0);
}
