//! Changes a sample rate with the filter that ComfyUI uses: a sinc of 6 zero crossings under a Hann
//! window, which cuts off at 99 % of the lower rate. Knows nothing about files.

use std::f64::consts::PI;

use super::sample_limit::check_samples;
use super::{Audio, Clip};
use crate::media_error::MediaError;
use crate::monitor::Monitor;

const ZERO_CROSSINGS: f64 = 6.0;
const ROLLOFF: f64 = 0.99;

/// The number of samples computed between two checks for an interrupt.
const CHUNK: usize = 1 << 16;

/// The audio at another sample rate, which is not 0.
///
/// # Errors
/// The result has too many samples, or the monitor interrupts.
pub fn resample(
    audio: &Audio,
    sample_rate: u32,
    monitor: &dyn Monitor,
) -> Result<Audio, MediaError> {
    if audio.sample_rate == sample_rate {
        return Ok(audio.clone());
    }
    let filter = Filter::new(audio.sample_rate, sample_rate);
    let (clips, channels) = (audio.clips.len(), audio.channels());
    let length = filter.output_length(audio.length());
    check_samples(clips, channels, length as f64, sample_rate)?;
    let change = |clip: &Clip| -> Result<Clip, MediaError> {
        let channels = clip.iter();
        channels
            .map(|samples| filter.apply(samples, monitor))
            .collect()
    };
    Ok(Audio {
        clips: audio.clips.iter().map(change).collect::<Result<_, _>>()?,
        sample_rate,
    })
}

/// The weights that turn `old` samples into `new` samples.
struct Filter {
    old: usize,
    new: usize,
    /// For each of the `new` output samples, its first input sample and the weights from there on.
    phases: Vec<(isize, Vec<f32>)>,
}

impl Filter {
    fn new(old_rate: u32, new_rate: u32) -> Self {
        let divisor = greatest_common_divisor(old_rate, new_rate);
        let (old, new) = (f64::from(old_rate / divisor), f64::from(new_rate / divisor));
        let cutoff = old.min(new) * ROLLOFF / old;
        let reach = ZERO_CROSSINGS / cutoff;
        let phase = |index: u32| {
            let center = f64::from(index) * old / new;
            let first = (center - reach).ceil();
            let count = ((center + reach).floor() - first) as usize + 1;
            let weight = |tap: usize| weight((first + tap as f64 - center) * cutoff) * cutoff;
            let weights = (0..count).map(|tap| weight(tap) as f32);
            (first as isize, weights.collect())
        };
        Self {
            old: (old_rate / divisor) as usize,
            new: (new_rate / divisor) as usize,
            phases: (0..new_rate / divisor).map(phase).collect(),
        }
    }

    fn output_length(&self, length: usize) -> usize {
        (length as u64 * self.new as u64).div_ceil(self.old as u64) as usize
    }

    fn apply(&self, samples: &[f32], monitor: &dyn Monitor) -> Result<Vec<f32>, MediaError> {
        let length = self.output_length(samples.len());
        let mut output = Vec::with_capacity(length);
        for index in 0..length {
            if index % CHUNK == 0 {
                monitor.check_interrupted()?;
            }
            let (first, weights) = &self.phases[index % self.new];
            let first = (index / self.new * self.old) as isize + first;
            output.push(weighted_sum(samples, first, weights));
        }
        Ok(output)
    }
}

/// The sum of the samples from `first` on, each with its weight; there is silence around them.
fn weighted_sum(samples: &[f32], first: isize, weights: &[f32]) -> f32 {
    let skipped = first.min(0).unsigned_abs().min(weights.len());
    let start = (first.max(0) as usize).min(samples.len());
    let pairs = samples[start..].iter().zip(&weights[skipped..]);
    pairs.map(|(sample, weight)| sample * weight).sum()
}

/// The windowed sinc at `position`, in zero crossings.
fn weight(position: f64) -> f64 {
    let position = position.clamp(-ZERO_CROSSINGS, ZERO_CROSSINGS);
    let window = (position * PI / ZERO_CROSSINGS / 2.0).cos().powi(2);
    let angle = position * PI;
    if angle == 0.0 {
        1.0
    } else {
        window * angle.sin() / angle
    }
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 {
        one
    } else {
        greatest_common_divisor(other, one % other)
    }
}
