//! Changes of the sample rate.

use super::{StepLimit, failure_message, patient};
use crate::audio::{Audio, resample};
use crate::media_error::MediaError;

#[test]
fn a_raised_sample_rate_gives_comfyuis_samples() {
    // The expected samples come from ComfyUI's formula, computed in Python.
    let audio = Audio::of_clip(vec![vec![0.5, -0.25, 1.0, 0.0]], 2);
    let raised = resample(&audio, 3, &patient()).unwrap();
    let expected = [0.485124, -0.179378, 0.112861, 0.983894, 0.473184, -0.213821];
    assert_eq!((raised.sample_rate, raised.length()), (3, expected.len()));
    for (one, other) in raised.clips[0][0].iter().zip(&expected) {
        assert!((one - other).abs() < 1e-5, "{one} instead of {other}");
    }
}

#[test]
fn too_long_a_result_is_rejected_before_allocation() {
    let audio = Audio::of_clip(vec![vec![0.0; 1000]], 1);
    let message = failure_message(resample(&audio, 192_000, &patient()));
    assert!(
        message.contains("exceeds this engine's limit of 100 million samples"),
        "{message}"
    );
}

#[test]
fn resampling_stops_when_it_is_interrupted() {
    let audio = Audio::of_clip(vec![vec![0.0; 10]], 2);
    let result = resample(&audio, 3, &StepLimit::new(0));
    assert_eq!(result, Err(MediaError::Interrupted));
}
