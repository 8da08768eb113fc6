//! Nodes that create, change and combine audio, on known samples.

use std::sync::Arc;

use super::{compute, failure_message, text};
use crate::execution_error::ExecutionError;
use crate::node_output::NodeOutput;
use crate::value::Value;
use media::audio::Audio;

/// One clip with these channels.
pub(super) fn audio(channels: &[&[f32]], sample_rate: u32) -> Value {
    let clip = channels.iter().map(|samples| samples.to_vec()).collect();
    Value::Audio(Arc::new(Audio::of_clip(clip, sample_rate)))
}

/// The audio of one output.
pub(super) fn output_audio(done: &NodeOutput, slot: usize) -> &Audio {
    match &done.values[slot] {
        Value::Audio(audio) => audio,
        other => panic!("{other:?} is not audio"),
    }
}

/// The channels of the only clip of the first output.
fn channels(done: &NodeOutput) -> &[Vec<f32>] {
    let audio = output_audio(done, 0);
    assert_eq!(audio.clips.len(), 1);
    &audio.clips[0]
}

fn assert_close(samples: &[f32], expected: &[f32]) {
    let close = samples
        .iter()
        .zip(expected)
        .all(|(one, other)| (one - other).abs() < 1e-5);
    assert!(
        close && samples.len() == expected.len(),
        "{samples:?} is not {expected:?}"
    );
}

fn empty(duration: f64, sample_rate: i64, channels: i64) -> Result<NodeOutput, ExecutionError> {
    let inputs = [
        ("duration", Value::Float(duration)),
        ("sample_rate", Value::Int(sample_rate)),
        ("channels", Value::Int(channels)),
    ];
    compute("EmptyAudio", inputs)
}

#[test]
fn empty_audio_is_silence_of_the_rounded_length() {
    // Half a sample rounds to even, as in Python.
    let done = empty(0.25, 10, 2).unwrap();
    assert_eq!(channels(&done), [vec![0.0; 2], vec![0.0; 2]]);
    assert_eq!(output_audio(&done, 0).sample_rate, 10);
    assert_eq!(channels(&empty(0.0, 44100, 1).unwrap()), [vec![0.0; 0]]);
}

#[test]
fn excessive_audio_is_rejected_before_allocation() {
    for duration in [1e6, u64::MAX as f64] {
        let message = failure_message(empty(duration, 192_000, 2));
        assert!(
            message.contains("2 channels at 192000 Hz exceeds this engine's limit of 100 million"),
            "{message}"
        );
    }
}

fn trim(start: f64, duration: f64) -> Result<Vec<f32>, ExecutionError> {
    let samples = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5];
    let inputs = [
        ("audio", audio(&[&samples], 2)),
        ("start_index", Value::Float(start)),
        ("duration", Value::Float(duration)),
    ];
    compute("TrimAudioDuration", inputs).map(|done| channels(&done)[0].clone())
}

#[test]
fn audio_is_trimmed_to_a_range_that_ends_with_the_audio() {
    assert_eq!(trim(1.0, 1.0).unwrap(), [0.2, 0.3]);
    assert_eq!(trim(-1.0, 0.5).unwrap(), [0.4]);
    assert_eq!(trim(2.0, 1e300).unwrap(), [0.4, 0.5]);
    assert_eq!(trim(-1e18, 0.5).unwrap(), [0.0]);
}

#[test]
fn an_empty_range_is_rejected() {
    for (start, duration) in [(3.0, 1.0), (1e18, 1.0), (0.0, 0.0), (0.0, 0.2)] {
        let message = failure_message(trim(start, duration));
        assert!(message.contains("nothing is left"), "{message}");
    }
}

#[test]
fn the_volume_is_adjusted_in_decibels() {
    let adjust = |volume| {
        let inputs = [
            ("audio", audio(&[&[0.5, -0.25]], 8000)),
            ("volume", Value::Int(volume)),
        ];
        channels(&compute("AudioAdjustVolume", inputs).unwrap())[0].clone()
    };
    assert_eq!(adjust(0), [0.5, -0.25]);
    assert_close(&adjust(20), &[5.0, -2.5]);
    assert_close(&adjust(-6), &[0.250594, -0.125297]);
}

#[test]
fn channels_are_split_and_joined() {
    let done = compute(
        "SplitAudioChannels",
        [("audio", audio(&[&[0.1, 0.2], &[0.3, 0.4]], 8))],
    )
    .unwrap();
    assert_eq!(output_audio(&done, 0).clips, [[[0.1, 0.2]]]);
    assert_eq!(output_audio(&done, 1).clips, [[[0.3, 0.4]]]);
    let join = |left: Value, right: Value| {
        compute(
            "JoinAudioChannels",
            [("audio_left", left), ("audio_right", right)],
        )
    };
    let joined = join(audio(&[&[0.1, 0.2]], 8), audio(&[&[0.3]], 8)).unwrap();
    assert_eq!(channels(&joined), [[0.1], [0.3]]);
    let mono = || audio(&[&[0.1]], 8);
    let message = failure_message(join(mono(), audio(&[&[0.1], &[0.1]], 8)));
    assert!(message.contains("1 and 2 channels"), "{message}");
    let message = failure_message(compute("SplitAudioChannels", [("audio", mono())]));
    assert!(message.contains("must be stereo"), "{message}");
}

fn concatenate(one: Value, other: Value, direction: &str) -> Result<NodeOutput, ExecutionError> {
    let inputs = [
        ("audio1", one),
        ("audio2", other),
        ("direction", text(direction)),
    ];
    compute("AudioConcat", inputs)
}

#[test]
fn concatenated_audio_is_stereo_and_in_the_requested_order() {
    let mono = || audio(&[&[0.1]], 8);
    let stereo = || audio(&[&[0.2], &[0.3]], 8);
    let after = concatenate(mono(), stereo(), "after").unwrap();
    assert_eq!(channels(&after), [[0.1, 0.2], [0.1, 0.3]]);
    let before = concatenate(mono(), stereo(), "before").unwrap();
    assert_eq!(channels(&before), [[0.2, 0.1], [0.3, 0.1]]);
    let surround = audio(&[&[0.0], &[0.0], &[0.0]], 8);
    let message = failure_message(concatenate(mono(), surround, "after"));
    assert!(message.contains("2 and 3 channels"), "{message}");
}

#[test]
fn the_lower_sample_rate_is_raised_to_the_higher_one() {
    let samples = audio(&[&[0.5, -0.25, 1.0, 0.0]], 2);
    let done = concatenate(samples, audio(&[&[0.0]], 3), "after").unwrap();
    assert_eq!(output_audio(&done, 0).sample_rate, 3);
    assert_eq!(channels(&done)[0].len(), 7);
}

fn merge(one: Value, other: Value, method: &str) -> Result<Vec<Vec<f32>>, ExecutionError> {
    let inputs = [
        ("audio1", one),
        ("audio2", other),
        ("merge_method", text(method)),
    ];
    compute("AudioMerge", inputs).map(|done| channels(&done).to_vec())
}

#[test]
fn merged_audio_has_the_length_of_the_first() {
    let short = || audio(&[&[0.5]], 8);
    let long = || audio(&[&[0.25, 0.5]], 8);
    for (method, expected) in [
        ("add", [0.75, 0.5]),
        ("subtract", [-0.25, 0.5]),
        ("multiply", [0.125, 0.0]),
        ("mean", [0.375, 0.25]),
    ] {
        assert_eq!(merge(long(), short(), method).unwrap(), [expected]);
    }
    assert_eq!(merge(short(), long(), "add").unwrap(), [[0.75]]);
}

#[test]
fn merged_audio_is_scaled_to_full_scale_and_mono_fills_every_channel() {
    let stereo = audio(&[&[1.0], &[-0.5]], 8);
    let merged = merge(stereo, audio(&[&[1.0]], 8), "add").unwrap();
    assert_eq!(merged, [[1.0], [0.25]]);
    let (two, three) = (audio(&[&[1.0][..]; 2], 8), audio(&[&[1.0][..]; 3], 8));
    let message = failure_message(merge(two, three, "add"));
    assert!(message.contains("2 and 3 channels"), "{message}");
}

#[test]
fn the_equalizer_filters_each_band() {
    let equalize = |low, mid, high| {
        let inputs = [
            ("audio", audio(&[&[0.5, 0.25, -0.5, 0.125]], 44100)),
            ("low_gain_dB", Value::Float(low)),
            ("low_freq", Value::Int(100)),
            ("mid_gain_dB", Value::Float(mid)),
            ("mid_freq", Value::Int(1000)),
            ("mid_q", Value::Float(0.707)),
            ("high_gain_dB", Value::Float(high)),
            ("high_freq", Value::Int(5000)),
        ];
        channels(&compute("AudioEqualizer3Band", inputs).unwrap())[0].clone()
    };
    // The expected samples come from ComfyUI's formulas, computed in Python.
    assert_eq!(equalize(0.0, 0.0, 0.0), [0.5, 0.25, -0.5, 0.125]);
    let low = [0.501752, 0.254385, -0.496477, 0.12722];
    assert_close(&equalize(6.0, 0.0, 0.0), &low);
    let mid = [0.469017, 0.180791, -0.534745, 0.12452];
    assert_close(&equalize(0.0, -6.0, 0.0), &mid);
    let high = [0.844123, 0.179559, -1.0, 0.364026];
    assert_close(&equalize(0.0, 0.0, 6.0), &high);
    let all = [0.79459, 0.083573, -1.0, 0.398255];
    assert_close(&equalize(6.0, -6.0, 6.0), &all);
}

#[test]
fn a_node_without_audio_names_its_input() {
    let inputs = [("audio", text("hello")), ("volume", Value::Int(0))];
    let message = failure_message(compute("AudioAdjustVolume", inputs));
    assert!(message.contains("`audio` is text, not audio"), "{message}");
}

#[test]
fn audio_is_previewed_as_its_length_and_format() {
    let preview = audio(&[&[0.0; 4][..]; 2], 8).preview_text();
    assert_eq!(preview, "1 clip of 0.50 s, 2 channels at 8 Hz");
}

#[test]
fn audio_inputs_have_comfyuis_object_info_form() {
    let config = |class: &str, input: &str| {
        super::super::class(class).unwrap().info(&[])["input"]["required"][input].clone()
    };
    let recorded = serde_json::json!(["INT", {
        "tooltip": "Sample rate of the empty audio clip.",
        "advanced": true, "default": 44100, "min": 1, "max": 192000
    }]);
    assert_eq!(config("EmptyAudio", "sample_rate"), recorded);
    let duration = config("TrimAudioDuration", "duration");
    assert_eq!(duration[1].get("max"), None);
    assert_eq!(duration[1]["default"], 60.0);
}
