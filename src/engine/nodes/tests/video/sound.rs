//! The sound of videos.

use super::*;
use media::audio::Audio;

/// A tone of 440 Hz.
fn tone(channels: usize, sample_rate: u32, seconds: f32) -> Audio {
    let rate = sample_rate as f32;
    let samples = (0..(rate * seconds) as u32)
        .map(|sample| 0.5 * (std::f32::consts::TAU * 440.0 * sample as f32 / rate).sin());
    Audio::of_clip(vec![samples.collect(); channels], sample_rate)
}

fn create_with(audio: &Audio, count: u32, fps: f64) -> Value {
    let inputs = [
        ("images", patterns(count, 16, 16)),
        ("fps", Value::Float(fps)),
        ("audio", Value::Audio(Arc::new(audio.clone()))),
    ];
    only_value(compute("CreateVideo", inputs).unwrap())
}

fn sound(video: Value) -> Arc<Audio> {
    match components(video).unwrap().values.swap_remove(1) {
        Value::Audio(audio) => audio,
        other => panic!("{other:?} is not audio"),
    }
}

#[test]
fn a_saved_video_has_its_sound_with_16_bits() {
    for (channels, rate, seconds) in [(1, 8000, 0.5), (2, 44100, 0.25), (2, 48000, 0.0001)] {
        let original = tone(channels, rate, seconds);
        let saved = sound(load(&encoded(create_with(&original, 4, 8.0))).unwrap());
        let shape = |audio: &Audio| (audio.channels(), audio.sample_rate, audio.length());
        assert_eq!(shape(&saved), shape(&original));
        for (one, other) in saved.clips[0]
            .iter()
            .flatten()
            .zip(original.clips[0].iter().flatten())
        {
            assert!(
                (one - other).abs() < 1.0 / 32768.0,
                "{one} instead of {other}"
            );
        }
    }
}

#[test]
fn a_sound_longer_than_its_video_is_cut() {
    let video = create_with(&tone(1, 8000, 2.0), 3, 7.0);
    let saved = sound(load(&encoded(video)).unwrap());
    assert_eq!(saved.length(), (8000.0_f64 / 7.0 * 3.0).ceil() as usize);
}

#[test]
fn a_video_with_an_empty_sound_is_saved_without_one() {
    let silent = encoded(create_with(&tone(2, 8000, 0.0), 2, 8.0));
    assert_eq!(silent, encoded(create(patterns(2, 16, 16), 8.0)));
    let done = components(load(&silent).unwrap()).unwrap();
    assert!(matches!(done.values[1], Value::Json(Json::Null)));
}

#[test]
fn a_created_video_keeps_the_whole_sound() {
    let original = tone(1, 8000, 2.0);
    assert_eq!(*sound(create_with(&original, 1, 8.0)), original);
}

#[test]
fn the_aac_sound_of_another_encoder_is_decoded() {
    let audio = sound(load(B_FRAMES).unwrap());
    assert_eq!((audio.channels(), audio.sample_rate), (1, 44100));
    // The middle: AAC adds silence before and after it.
    let clip = &audio.clips[0][0][4410..8820];
    let crossings = clip
        .windows(2)
        .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0);
    let frequency = crossings.count() * 10;
    assert!((430..=450).contains(&frequency), "{frequency} Hz");
}

#[test]
fn a_sound_that_cannot_be_decoded_is_reported() {
    let mut file = B_FRAMES.to_vec();
    let entry = file.windows(4).position(|name| name == b"mp4a").unwrap();
    file[entry..entry + 4].copy_from_slice(b"ac-9");
    let message = failure_message(components(load(&file).unwrap()));
    assert!(
        message.starts_with("decoding the sound of the video: "),
        "{message}"
    );
    assert!(message.contains("-c copy -an"), "{message}");
}
