//! Nodes that combine two audio values: AudioConcat, AudioMerge, JoinAudioChannels. The lower sample
//! rate is raised to the higher one.

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{AUDIO, Hint, Input, InputKind};
use crate::node_output::NodeOutput;
use media::Monitor;
use media::audio::{Audio, Clip, check_samples, resample};

pub(in crate::nodes) const CLASSES: &[Class] = &[
    Class {
        name: "AudioConcat",
        title: "Concatenate Audio",
        category: "audio",
        inputs: &[
            Input::link("audio1", AUDIO),
            Input::link("audio2", AUDIO),
            Input::new(
                "direction",
                InputKind::Choice {
                    options: &["after", "before"],
                    default: Some("after"),
                    legacy: false,
                },
            )
            .with(&[(
                "tooltip",
                Hint::Text("Whether to append audio2 after or before audio1."),
            )]),
        ],
        outputs: &[(AUDIO, AUDIO)],
        output_node: false,
        run: concatenate,
    },
    Class {
        name: "AudioMerge",
        title: "Merge Audio",
        category: "audio",
        inputs: &[
            Input::link("audio1", AUDIO),
            Input::link("audio2", AUDIO),
            Input::choice("merge_method", &["add", "mean", "subtract", "multiply"]).with(&[(
                "tooltip",
                Hint::Text("The method used to combine the audio waveforms."),
            )]),
        ],
        outputs: &[(AUDIO, AUDIO)],
        output_node: false,
        run: merge,
    },
    Class {
        name: "JoinAudioChannels",
        title: "Join Audio Channels",
        category: "audio",
        inputs: &[
            Input::link("audio_left", AUDIO),
            Input::link("audio_right", AUDIO),
        ],
        outputs: &[(AUDIO, "audio")],
        output_node: false,
        run: join_channels,
    },
];

/// Joins two audio values end to end; mono becomes stereo.
fn concatenate(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let [one, other] = same_rate(context, "audio1", "audio2")?.map(stereo);
    if one.channels() != other.channels() || one.clips.len() != other.clips.len() {
        return Err(different_shape("concatenating audio", &one, &other));
    }
    let length = one.length() as f64 + other.length() as f64;
    check_samples(one.clips.len(), one.channels(), length, one.sample_rate)?;
    let (mut start, end) = match context.text("direction")? {
        "before" => (other, one),
        _ => (one, other),
    };
    let targets = start.clips.iter_mut().flatten();
    for (target, samples) in targets.zip(end.clips.iter().flatten()) {
        target.extend_from_slice(samples);
    }
    Ok(NodeOutput::audio(start))
}

/// Overlays audio2 on audio1, whose length is kept. Too loud a result is scaled down to full scale.
fn merge(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let [one, other] = same_rate(context, "audio1", "audio2")?;
    if one.length() == 0 || other.length() == 0 {
        return Ok(NodeOutput::audio(one));
    }
    let clips = common_count(one.clips.len(), other.clips.len());
    let channels = common_count(one.channels(), other.channels());
    let (Some(clips), Some(channels)) = (clips, channels) else {
        return Err(different_shape("merging audio", &one, &other));
    };
    check_samples(clips, channels, one.length() as f64, one.sample_rate)?;
    let combine: fn(f32, f32) -> f32 = match context.text("merge_method")? {
        "mean" => |one, other| (one + other) / 2.0,
        "subtract" => |one, other| one - other,
        "multiply" => |one, other| one * other,
        _ => |one, other| one + other,
    };
    let mut merged = Vec::new();
    for clip in 0..clips {
        context.check_interrupted()?;
        let channel = |index| {
            let silence = std::iter::repeat(&0.0);
            let pairs = samples(&one, clip, index)
                .iter()
                .zip(samples(&other, clip, index).iter().chain(silence));
            pairs.map(|(one, other)| combine(*one, *other)).collect()
        };
        merged.push((0..channels).map(channel).collect());
    }
    normalize(&mut merged);
    Ok(NodeOutput::audio(Audio {
        clips: merged,
        sample_rate: one.sample_rate,
    }))
}

/// Joins two mono channels to stereo, as long as the shorter one.
fn join_channels(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let [left, right] = same_rate(context, "audio_left", "audio_right")?;
    if (left.channels(), right.channels()) != (1, 1) || left.clips.len() != right.clips.len() {
        return Err(different_shape("joining two mono channels", &left, &right));
    }
    let length = left.length().min(right.length());
    let pairs = left
        .clips
        .iter()
        .flatten()
        .zip(right.clips.iter().flatten());
    let clip = |(left, right): (&Vec<f32>, &Vec<f32>)| {
        vec![left[..length].to_vec(), right[..length].to_vec()]
    };
    Ok(NodeOutput::audio(Audio {
        clips: pairs.map(clip).collect(),
        sample_rate: left.sample_rate,
    }))
}

/// The audio of two inputs, both at the higher of their sample rates.
fn same_rate(context: &NodeContext, one: &str, other: &str) -> Result<[Audio; 2], ExecutionError> {
    let (one, other) = (context.audio(one)?, context.audio(other)?);
    let rate = one.sample_rate.max(other.sample_rate);
    Ok([
        resample(one, rate, context)?,
        resample(other, rate, context)?,
    ])
}

fn stereo(mut audio: Audio) -> Audio {
    for clip in &mut audio.clips {
        if let [mono] = clip.as_slice() {
            clip.push(mono.clone());
        }
    }
    audio
}

/// The count that both have or that a single one is repeated to.
fn common_count(one: usize, other: usize) -> Option<usize> {
    (one == other || one == 1 || other == 1).then_some(one.max(other))
}

/// The samples of a channel; a single clip or channel stands for all.
fn samples(audio: &Audio, clip: usize, channel: usize) -> &[f32] {
    let clip = &audio.clips[clip.min(audio.clips.len() - 1)];
    &clip[channel.min(clip.len() - 1)]
}

fn normalize(clips: &mut [Clip]) {
    let samples = clips.iter().flatten().flatten();
    let peak = samples.fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    if peak > 1.0 {
        for sample in clips.iter_mut().flatten().flatten() {
            *sample /= peak;
        }
    }
}

fn different_shape(attempt: &str, one: &Audio, other: &Audio) -> ExecutionError {
    ExecutionError::new(format!(
        "{attempt}: the inputs have {} and {} channels in {} and {} clips; use inputs that match",
        one.channels(),
        other.channels(),
        one.clips.len(),
        other.clips.len()
    ))
}
