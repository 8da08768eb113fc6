//! FLAC and Opus files.

use super::{StepLimit, assert_tone, failure_message, patient, tone};
use crate::audio::{Audio, decode, flac_encoder, opus_encoder, resample};
use crate::media_error::MediaError;

fn flac(audio: &Audio) -> Result<Vec<u8>, MediaError> {
    flac_encoder::encode(&audio.clips[0], audio.sample_rate, &[], &patient())
}

/// An Opus file with 64 kbit/s.
fn opus(audio: &Audio) -> Result<Vec<u8>, MediaError> {
    opus_encoder::encode(&audio.clips[0], audio.sample_rate, 64_000, &[], &patient())
}

fn load(bytes: Vec<u8>) -> Audio {
    decode(bytes, &|why| why.to_string(), &patient()).unwrap()
}

/// One clip with the same samples in each channel.
fn audio(samples: &[f32], channels: usize, sample_rate: u32) -> Audio {
    Audio::of_clip(vec![samples.to_vec(); channels], sample_rate)
}

/// 16-bit samples that cover the whole range.
fn samples(count: usize) -> Vec<f32> {
    let level = |index: usize| (index as i64 * 7919 - 32768) as i16;
    (0..count)
        .map(|index| f32::from(level(index)) / 32768.0)
        .collect()
}

#[test]
fn a_flac_has_exactly_the_encoded_samples() {
    for (frames, channels, rate) in [
        (1, 1, 44100),
        (31, 2, 8000),
        (4096, 1, 96_000),
        (4097, 2, 1),
        (70_000, 2, 48000),
        (100, 8, 44100),
    ] {
        let samples = samples(frames * channels);
        let clip = samples.chunks(frames).map(<[f32]>::to_vec).collect();
        let original = Audio::of_clip(clip, rate);
        let saved = load(flac(&original).unwrap());
        assert!(
            saved == original,
            "{frames} × {channels} at {rate} Hz differ"
        );
    }
}

#[test]
fn levels_beyond_full_scale_are_cut_off() {
    let loud = audio(&[1.5, -7.0, f32::NAN, f32::INFINITY, 0.25], 1, 8000);
    let full = 32767.0 / 32768.0;
    let saved = load(flac(&loud).unwrap());
    assert_eq!(saved.clips, [[[full, -1.0, 0.0, full, 0.25]]]);
    assert!(opus(&loud).is_ok());
}

#[test]
fn an_opus_file_sounds_like_the_original() {
    for (channels, rate, bitrate) in [
        (1, 8000, 64_000),
        (2, 44100, 128_000),
        (2, 48000, 320_000),
        (1, 96000, 320_000),
    ] {
        let encodable = opus_encoder::encodable_rate(rate);
        let original = resample(&tone(channels, rate, 0.1), encodable, &patient()).unwrap();
        let clip = &original.clips[0];
        let file = opus_encoder::encode(clip, encodable, bitrate, &[], &patient());
        let saved = load(file.unwrap());
        assert_tone(&saved, 48000, channels);
        assert_eq!(saved.length(), 4800, "{channels} channels at {rate} Hz");
    }
}

#[test]
fn audio_that_a_format_cannot_hold_is_rejected() {
    let message = failure_message(flac(&audio(&[0.0], 9, 8000)));
    assert!(message.contains("with 9 channels at 8000 Hz: at most 8"));
    let message = failure_message(flac(&audio(&[0.0], 1, 192_000)));
    assert!(message.contains("at 96000 Hz are possible"), "{message}");
    let message = failure_message(opus(&audio(&[0.0], 3, 8000)));
    assert!(message.contains("save as FLAC instead"), "{message}");
}

#[test]
fn encoding_stops_when_it_is_interrupted() {
    let long = audio(&[0.0; 20_000], 1, 8000);
    let (clip, monitor) = (&long.clips[0], StepLimit::new(2));
    let encoded = flac_encoder::encode(clip, 8000, &[], &monitor);
    assert_eq!(encoded, Err(MediaError::Interrupted));
    assert_eq!(monitor.done.get(), 2);
    let monitor = StepLimit::new(2);
    let encoded = opus_encoder::encode(clip, 8000, 64_000, &[], &monitor);
    assert_eq!(encoded, Err(MediaError::Interrupted));
    assert_eq!(monitor.done.get(), 2);
}
