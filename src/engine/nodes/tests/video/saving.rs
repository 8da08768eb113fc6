//! Files that SaveVideo writes.

use super::*;

#[test]
fn a_saved_video_has_its_frames_and_its_frame_rate() {
    for (rate, count, width, height) in [
        (30.0, 12, 64, 48),
        (29.97, 3, 98, 66),
        (1.0, 1, 16, 16),
        (120.0, 2, 32, 32),
    ] {
        let file = encoded(create(patterns(count, width, height), rate));
        let done = components(load(&file).unwrap()).unwrap();
        assert_eq!((frames(&done).len() as u32, fps(&done)), (count, rate));
        for (number, frame) in (0..).zip(frames(&done)) {
            assert_eq!(frame.dimensions(), (width, height));
            let quality = psnr(frame, &pattern(number, width, height));
            assert!(quality > 30.0, "frame {number} at {rate} fps: {quality} dB");
        }
    }
}

#[test]
fn a_loaded_video_is_saved_unchanged() {
    assert_eq!(encoded(load(B_FRAMES).unwrap()), B_FRAMES);
}

#[test]
fn a_saved_video_is_reported_as_comfyui_does() {
    let store = MemoryStore::default();
    let done = save(
        &store,
        create(patterns(1, 32, 16), 8.0),
        "cap/%width%x%height%",
    )
    .unwrap();
    let file = json!({ "filename": "32x16_00001_.mp4", "subfolder": "cap", "type": "output" });
    assert_eq!(ui(&done), json!({ "images": [file], "animated": [true] }));
    assert!(matches!(done.values[0], Value::Video(_)));
}

#[test]
fn sizes_that_cannot_be_encoded_are_reported() {
    for (width, height, why) in [
        (65, 48, "needs an even width and height"),
        (64, 47, "needs an even width and height"),
        (14, 64, "16 × 16 to 3840 × 2160"),
        (16, 3842, "16 × 16 to 3840 × 2160"),
    ] {
        let saved = save(
            &MemoryStore::default(),
            create(patterns(1, width, height), 8.0),
            "a",
        );
        let message = failure_message(saved);
        let size = format!("{width} × {height}");
        assert!(
            message.contains(&size) && message.contains(why),
            "{message}"
        );
    }
}
