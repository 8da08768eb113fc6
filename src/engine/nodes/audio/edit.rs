//! Nodes that create or change one audio value: EmptyAudio, TrimAudioDuration, AudioAdjustVolume,
//! SplitAudioChannels.

use std::sync::Arc;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, Hint, Input, InputKind};
use crate::node_output::NodeOutput;
use crate::value::Value;
use media::audio::{Audio, Clip, check_samples};

/// The bound of ComfyUI's durations, 2^64 − 1.
const MAX_SECONDS: f64 = u64::MAX as f64;

pub(in crate::nodes) const CLASSES: &[Class] = &[
    Class {
        name: "EmptyAudio",
        title: "Empty Audio",
        category: "audio",
        inputs: &[
            Input::float("duration", 60.0, 0.0, MAX_SECONDS, 0.01).with(&[(
                "tooltip",
                Hint::Text("Duration of the empty audio clip in seconds"),
            )]),
            int("sample_rate", 44100, 1, 192_000).with(&[
                (
                    "tooltip",
                    Hint::Text("Sample rate of the empty audio clip."),
                ),
                ("advanced", Hint::Yes),
            ]),
            int("channels", 2, 1, 2).with(&[
                (
                    "tooltip",
                    Hint::Text("Number of audio channels (1 for mono, 2 for stereo)."),
                ),
                ("advanced", Hint::Yes),
            ]),
        ],
        outputs: &[(AUDIO, AUDIO)],
        output_node: false,
        run: empty,
    },
    Class {
        name: "TrimAudioDuration",
        title: "Trim Audio Duration",
        category: "audio",
        inputs: &[
            Input::link("audio", AUDIO),
            Input::float("start_index", 0.0, -MAX_SECONDS, MAX_SECONDS, 0.01).with(&[(
                "tooltip",
                Hint::Text(
                    "Start time in seconds, can be negative to count from the end (supports sub-seconds).",
                ),
            )]),
            Input::float("duration", 60.0, 0.0, f64::INFINITY, 0.01)
                .with(&[("tooltip", Hint::Text("Duration in seconds"))]),
        ],
        outputs: &[(AUDIO, AUDIO)],
        output_node: false,
        run: trim,
    },
    Class {
        name: "AudioAdjustVolume",
        title: "Adjust Audio Volume",
        category: "audio",
        inputs: &[
            Input::link("audio", AUDIO),
            int("volume", 1, -100, 100).with(&[(
                "tooltip",
                Hint::Text(
                    "Volume adjustment in decibels (dB). 0 = no change, +6 = double, -6 = half, etc",
                ),
            )]),
        ],
        outputs: &[(AUDIO, AUDIO)],
        output_node: false,
        run: adjust_volume,
    },
    Class {
        name: "SplitAudioChannels",
        title: "Split Audio Channels",
        category: "audio",
        inputs: &[Input::link("audio", AUDIO)],
        outputs: &[(AUDIO, "left"), (AUDIO, "right")],
        output_node: false,
        run: split_channels,
    },
];

/// An integer without a step.
const fn int(name: &'static str, default: i64, min: i64, max: i64) -> Input {
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

fn empty(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let sample_rate = context.size("sample_rate")?;
    let channels = context.size("channels")? as usize;
    let length = (context.float("duration")? * f64::from(sample_rate)).round_ties_even();
    check_samples(1, channels, length, sample_rate)?;
    let clip = vec![vec![0.0; length as usize]; channels];
    Ok(NodeOutput::audio(Audio::of_clip(clip, sample_rate)))
}

/// Trims to a range. Rounds to whole samples as Python does; a negative start counts from the end.
fn trim(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let audio = context.audio("audio")?;
    let (start, duration) = (context.float("start_index")?, context.float("duration")?);
    if audio.length() == 0 {
        return Ok(NodeOutput::value(Value::Audio(Arc::clone(audio))));
    }
    let samples = |seconds: f64| (seconds * f64::from(audio.sample_rate)).round_ties_even();
    let length = audio.length() as f64;
    let from_end = if start < 0.0 { length } else { 0.0 };
    let first = (from_end + samples(start)).clamp(0.0, length);
    let end = (first + samples(duration)).clamp(0.0, length);
    if first >= end {
        return Err(ExecutionError::new(format!(
            "trimming audio of {:.2} s: nothing is left from {start} s for {duration} s; start earlier or keep more",
            audio.duration()
        )));
    }
    let range = first as usize..end as usize;
    map_channels(audio, |samples| samples[range.clone()].to_vec())
}

fn adjust_volume(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let audio = context.audio("audio")?;
    let gain = 10_f64.powf(context.int("volume")? as f64 / 20.0) as f32;
    map_channels(audio, |samples| {
        samples.iter().map(|sample| sample * gain).collect()
    })
}

fn map_channels(
    audio: &Audio,
    change: impl Fn(&[f32]) -> Vec<f32>,
) -> Result<NodeOutput, ExecutionError> {
    let change_clip = |clip: &Clip| clip.iter().map(|samples| change(samples)).collect();
    Ok(NodeOutput::audio(Audio {
        clips: audio.clips.iter().map(change_clip).collect(),
        sample_rate: audio.sample_rate,
    }))
}

fn split_channels(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let audio = context.audio("audio")?;
    if audio.channels() != 2 {
        return Err(ExecutionError::new(format!(
            "splitting channels: the audio must be stereo, but it has {} channel(s); use stereo audio",
            audio.channels()
        )));
    }
    let channel = |index: usize| {
        let clips = audio.clips.iter().map(|clip| vec![clip[index].clone()]);
        Value::Audio(Arc::new(Audio {
            clips: clips.collect(),
            sample_rate: audio.sample_rate,
        }))
    };
    Ok(NodeOutput {
        values: vec![channel(0), channel(1)],
        ui: None,
    })
}
