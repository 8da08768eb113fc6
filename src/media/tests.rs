//! The codecs on known samples and pictures.

mod audio_decoding;
mod audio_encoding;
mod mp4;
mod resampling;
#[cfg(feature = "h264")]
mod video;

use std::cell::Cell;

use crate::audio::Audio;
use crate::media_error::MediaError;
use crate::monitor::Monitor;

/// Eight frames of 64 × 48 pixels at 25 fps, encoded by x264 with B-frames, and a sound in AAC.
const B_FRAMES: &[u8] = include_bytes!("tests/b_frames.mp4");

/// Interrupts a computation after some steps.
struct StepLimit {
    done: Cell<usize>,
    limit: usize,
    expected: Cell<usize>,
}

impl StepLimit {
    fn new(limit: usize) -> Self {
        Self {
            done: Cell::new(0),
            limit,
            expected: Cell::new(0),
        }
    }
}

impl Monitor for StepLimit {
    fn expect_steps(&self, steps: usize) {
        self.expected.set(steps);
    }

    fn advance(&self) {
        self.done.set(self.done.get() + 1);
    }

    fn is_interrupted(&self) -> bool {
        self.done.get() >= self.limit
    }
}

/// A monitor that never interrupts.
fn patient() -> StepLimit {
    StepLimit::new(usize::MAX)
}

fn failure_message<T: std::fmt::Debug>(result: Result<T, MediaError>) -> String {
    match result {
        Err(MediaError::Failed(message)) => message,
        other => panic!("{other:?} is not a failure"),
    }
}

/// A tone of 440 Hz.
fn tone(channels: usize, sample_rate: u32, seconds: f32) -> Audio {
    let rate = sample_rate as f32;
    let samples = (0..(rate * seconds) as u32)
        .map(|sample| 0.5 * (std::f32::consts::TAU * 440.0 * sample as f32 / rate).sin());
    Audio::of_clip(vec![samples.collect(); channels], sample_rate)
}

/// The frequency of a tone, from its zero crossings.
fn frequency(samples: &[f32], sample_rate: u32) -> f64 {
    let crossings: Vec<usize> = (1..samples.len())
        .filter(|index| samples[index - 1] < 0.0 && samples[*index] >= 0.0)
        .collect();
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    (crossings.len() - 1) as f64 * f64::from(sample_rate) / (last - first) as f64
}

/// Checks for a tone of 0.1 s.
fn assert_tone(audio: &Audio, sample_rate: u32, channels: usize) {
    assert_eq!(
        (audio.sample_rate, audio.channels()),
        (sample_rate, channels)
    );
    let seconds = audio.duration();
    assert!((0.09..0.19).contains(&seconds), "{seconds} s");
    let samples = &audio.clips[0][channels - 1];
    let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
    let found = frequency(middle, sample_rate);
    assert!((430.0..450.0).contains(&found), "{found} Hz");
    let peak = middle
        .iter()
        .fold(0.0_f32, |peak, sample| peak.max(*sample));
    assert!((0.3..0.8).contains(&peak), "{peak}");
}
