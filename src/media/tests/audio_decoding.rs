//! Audio files. FFmpeg encoded the tones in `audio_files/`: 0.1 s of 440 Hz.

use super::{assert_tone, failure_message, patient};
use crate::audio::{Audio, decode};
use crate::media_error::MediaError;

/// One sample more than a batch may have.
const TOO_MANY_SAMPLES: usize = 100_000_001;

/// A WAV file with these interleaved samples of `bytes` bytes each.
fn wav(samples: &[u8], bytes: u16, channels: u16, sample_rate: u32) -> Vec<u8> {
    let frame = bytes * channels;
    let size = samples.len() as u32;
    let mut file = [b"RIFF".as_slice(), &(36 + size).to_le_bytes()].concat();
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    file.extend(channels.to_le_bytes());
    file.extend(sample_rate.to_le_bytes());
    file.extend((sample_rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend((bytes * 8).to_le_bytes());
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    file.extend(samples);
    file
}

fn wav_16(levels: &[i16], channels: u16, sample_rate: u32) -> Vec<u8> {
    let samples: Vec<u8> = levels
        .iter()
        .flat_map(|level| level.to_le_bytes())
        .collect();
    wav(&samples, 2, channels, sample_rate)
}

fn load(bytes: &[u8]) -> Result<Audio, MediaError> {
    decode(bytes.to_vec(), &|why| why.to_string(), &patient())
}

#[test]
fn samples_are_decoded_by_channel() {
    let loaded = load(&wav_16(&[0, 16384, -32768, 8192], 2, 8000)).unwrap();
    assert_eq!(loaded.clips, [[[0.0, -1.0], [0.5, 0.25]]]);
    assert_eq!(loaded.sample_rate, 8000);
}

#[test]
fn each_compressed_format_is_decoded() {
    let tones: [(&[u8], u32, usize); 4] = [
        (include_bytes!("audio_files/tone.mp3"), 22050, 1),
        (include_bytes!("audio_files/tone.ogg"), 44100, 2),
        (include_bytes!("audio_files/tone.m4a"), 22050, 1),
        (include_bytes!("audio_files/tone.webm"), 48000, 2),
    ];
    for (bytes, sample_rate, channels) in tones {
        assert_tone(&load(bytes).unwrap(), sample_rate, channels);
    }
}

#[test]
fn a_file_without_decodable_audio_is_reported() {
    let wav = wav_16(&[0; 100], 1, 8000);
    let cases: [(&[u8], &str); 7] = [
        (b"hello, this is text", "its format or codec is unknown"),
        (b"", "the file is empty"),
        (&wav[..20], "it is cut off"),
        (&wav[..44], "it contains no audio"),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "its format or codec is unknown",
        ),
        (
            include_bytes!("audio_files/silent.mp4"),
            "it has no audio track",
        ),
        (
            include_bytes!("audio_files/tone.mka"),
            "its format or codec is unknown",
        ),
    ];
    for (bytes, why) in cases {
        assert_eq!(failure_message(load(bytes)), why);
    }
}

#[test]
fn a_truncated_file_yields_the_audio_up_to_there() {
    let wav = wav_16(&[8192; 5000], 1, 8000);
    let loaded = load(&wav[..44 + 4000]).unwrap();
    assert!((1..=2000).contains(&loaded.length()), "{}", loaded.length());
    assert!(loaded.clips[0][0].iter().all(|sample| *sample == 0.25));
}

#[test]
fn cut_or_damaged_files_never_panic() {
    let tones: [&[u8]; 4] = [
        include_bytes!("audio_files/tone.mp3"),
        include_bytes!("audio_files/tone.ogg"),
        include_bytes!("audio_files/tone.m4a"),
        include_bytes!("audio_files/tone.webm"),
    ];
    for tone in tones {
        for position in (0..tone.len()).step_by(37) {
            let _cut = load(&tone[..position]);
            let mut damaged = tone.to_vec();
            damaged[position] ^= 0xff;
            let _damaged = load(&damaged);
        }
    }
}

#[test]
fn a_file_with_too_many_samples_is_rejected() {
    let silence = vec![128; TOO_MANY_SAMPLES];
    let message = failure_message(load(&wav(&silence, 1, 1, 8000)));
    assert!(
        message.contains("exceeds this engine's limit of 100 million samples"),
        "{message}"
    );
}
