//! AudioEqualizer3Band: raises or lowers bass, mids and treble.

use std::f64::consts::TAU;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, Hint, Input, InputKind};
use crate::node_output::NodeOutput;
use media::Monitor;
use media::audio::Audio;

/// The width of both shelves.
const SHELF_Q: f64 = 0.707;

pub(in crate::nodes) const CLASSES: &[Class] = &[Class {
    name: "AudioEqualizer3Band",
    title: "Audio Equalizer (3-Band)",
    category: "audio",
    inputs: &[
        Input::link("audio", AUDIO),
        gain("low_gain_dB").with(&[("tooltip", Hint::Text("Gain for Low frequencies (Bass)"))]),
        frequency("low_freq", 100, 20, 500)
            .with(&[("tooltip", Hint::Text("Cutoff frequency for Low shelf"))]),
        gain("mid_gain_dB").with(&[("tooltip", Hint::Text("Gain for Mid frequencies"))]),
        frequency("mid_freq", 1000, 200, 4000)
            .with(&[("tooltip", Hint::Text("Center frequency for Mids"))]),
        Input::float("mid_q", 0.707, 0.1, 10.0, 0.1)
            .with(&[("tooltip", Hint::Text("Q factor (bandwidth) for Mids"))]),
        gain("high_gain_dB").with(&[("tooltip", Hint::Text("Gain for High frequencies (Treble)"))]),
        frequency("high_freq", 5000, 1000, 15000)
            .with(&[("tooltip", Hint::Text("Cutoff frequency for High shelf"))]),
    ],
    outputs: &[(AUDIO, AUDIO)],
    output_node: false,
    run: equalize,
}];

const fn gain(name: &'static str) -> Input {
    Input::float(name, 0.0, -24.0, 24.0, 0.1)
}

const fn frequency(name: &'static str, default: i64, min: i64, max: i64) -> Input {
    Input::new(
        name,
        InputKind::Int {
            default: Some(default),
            min,
            max,
            step: None,
        },
    )
}

fn equalize(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let mut audio: Audio = context.audio("audio")?.as_ref().clone();
    let rate = f64::from(audio.sample_rate);
    let band = |gain, frequency, q| -> Result<Band, ExecutionError> {
        Ok(Band {
            gain: context.float(gain)?,
            angle: TAU * context.int(frequency)? as f64 / rate,
            q,
        })
    };
    let low = band("low_gain_dB", "low_freq", SHELF_Q)?;
    let mid = band("mid_gain_dB", "mid_freq", context.float("mid_q")?)?;
    let high = band("high_gain_dB", "high_freq", SHELF_Q)?;
    let bands = [
        (low, low.shelf(-1.0)),
        (mid, mid.peak()),
        (high, high.shelf(1.0)),
    ];
    for samples in audio.clips.iter_mut().flatten() {
        for (_, filter) in bands.iter().filter(|(band, _)| band.gain != 0.0) {
            context.check_interrupted()?;
            filter.apply(samples);
        }
    }
    Ok(NodeOutput::audio(audio))
}

/// One band of the equalizer.
#[derive(Clone, Copy)]
struct Band {
    /// In decibels.
    gain: f64,
    /// The frequency as an angle per sample.
    angle: f64,
    q: f64,
}

/// The coefficients of a filter of the second order: of its input, then of its own output.
struct Biquad([f64; 3], [f64; 3]);

impl Band {
    /// A shelf below (−1) or above (1) the frequency. The formulas are those of the Audio EQ Cookbook.
    fn shelf(self, side: f64) -> Biquad {
        let a = 10_f64.powf(self.gain / 40.0);
        let root = 2.0 * a.sqrt() * self.angle.sin() / 2.0 / self.q;
        let (more, less) = (a + 1.0, a - 1.0);
        let (cos_more, cos_less) = (
            side * more * self.angle.cos(),
            side * less * self.angle.cos(),
        );
        Biquad(
            [
                a * (more + cos_less + root),
                -2.0 * side * a * (less + cos_more),
                a * (more + cos_less - root),
            ],
            [
                more - cos_less + root,
                2.0 * side * (less - cos_more),
                more - cos_less - root,
            ],
        )
    }

    /// A peak at the frequency.
    fn peak(self) -> Biquad {
        let a = 10_f64.powf(self.gain / 40.0);
        let alpha = self.angle.sin() / 2.0 / self.q;
        let middle = -2.0 * self.angle.cos();
        Biquad(
            [1.0 + alpha * a, middle, 1.0 - alpha * a],
            [1.0 + alpha / a, middle, 1.0 - alpha / a],
        )
    }
}

impl Biquad {
    /// Filters samples and cuts off what exceeds full scale.
    fn apply(&self, samples: &mut [f32]) {
        let Self(input, output) = self;
        let [b0, b1, b2] = input.map(|factor| factor / output[0]);
        let [_, a1, a2] = output.map(|factor| factor / output[0]);
        let (mut later, mut latest) = (0.0, 0.0);
        for sample in samples {
            let given = f64::from(*sample);
            let filtered = b0 * given + later;
            later = b1 * given - a1 * filtered + latest;
            latest = b2 * given - a2 * filtered;
            *sample = filtered.clamp(-1.0, 1.0) as f32;
        }
    }
}
