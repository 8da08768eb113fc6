//! The sound of videos.

use super::{encoded, open, patterns};
use crate::audio::Audio;
use crate::tests::{B_FRAMES, failure_message, frequency, patient, tone};
use crate::video::decode_sound;

/// The sound of a file.
fn sound(file: &[u8]) -> Audio {
    decode_sound(&open(file), &patient()).unwrap().unwrap()
}

#[test]
fn an_encoded_video_has_its_sound_with_16_bits() {
    for (channels, rate, seconds) in [(1, 8000, 0.5), (2, 44100, 0.25), (2, 48000, 0.0001)] {
        let original = tone(channels, rate, seconds);
        let saved = sound(&encoded(&patterns((16, 16), 4, 8.0, Some(&original))).unwrap());
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
    let long = tone(1, 8000, 2.0);
    let saved = sound(&encoded(&patterns((16, 16), 3, 7.0, Some(&long))).unwrap());
    assert_eq!(saved.length(), (8000.0_f64 / 7.0 * 3.0).ceil() as usize);
}

#[test]
fn a_video_with_an_empty_sound_is_encoded_without_one() {
    let empty = tone(2, 8000, 0.0);
    let silent = encoded(&patterns((16, 16), 2, 8.0, Some(&empty))).unwrap();
    assert_eq!(silent, encoded(&patterns((16, 16), 2, 8.0, None)).unwrap());
    assert_eq!(decode_sound(&open(&silent), &patient()), Ok(None));
}

#[test]
fn the_aac_sound_of_another_encoder_is_decoded() {
    let audio = sound(B_FRAMES);
    assert_eq!((audio.channels(), audio.sample_rate), (1, 44100));
    // The middle: AAC adds silence before and after it.
    let found = frequency(&audio.clips[0][0][4410..8820], 44100);
    assert!((430.0..450.0).contains(&found), "{found} Hz");
}

#[test]
fn a_sound_that_cannot_be_decoded_is_reported() {
    let mut file = B_FRAMES.to_vec();
    let entry = file.windows(4).position(|name| name == b"mp4a").unwrap();
    file[entry..entry + 4].copy_from_slice(b"ac-9");
    let message = failure_message(decode_sound(&open(&file), &patient()));
    assert!(
        message.starts_with("decoding the sound of the video: "),
        "{message}"
    );
    assert!(message.contains("-c copy -an"), "{message}");
}
