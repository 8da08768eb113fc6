//! ImageBlend: blends one image over another.

use super::resample;
use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{IMAGE, Input, InputKind};
use crate::node_output::NodeOutput;
use media::Monitor;
use media::batch_limit::check_batch_size;

pub(super) const CLASSES: &[Class] = &[Class {
    name: "ImageBlend",
    title: "Blend Images",
    category: "image/filters",
    inputs: &[
        Input::link("image1", IMAGE),
        Input::link("image2", IMAGE),
        Input::float("blend_factor", 0.5, 0.0, 1.0, 0.01),
        Input::new(
            "blend_mode",
            InputKind::Choice {
                options: MODES,
                default: None,
                legacy: false,
            },
        ),
    ],
    outputs: &[(IMAGE, IMAGE)],
    output_node: false,
    run: blend,
}];

const MODES: &[&str] = &[
    "normal",
    "multiply",
    "screen",
    "overlay",
    "soft_light",
    "difference",
];

fn blend(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let (first, second) = (context.frames("image1")?, context.frames("image2")?);
    let factor = context.float("blend_factor")? as f32;
    let mix = blend_mode(context.text("blend_mode")?);
    let count = first.len().max(second.len());
    if [first.len(), second.len()]
        .iter()
        .any(|len| *len != 1 && *len != count)
    {
        let (first, second) = (first.len(), second.len());
        return Err(ExecutionError::new(format!(
            "batches of {first} and {second} images cannot be blended; use batches of the same size"
        )));
    }
    let (width, height) = first
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    check_batch_size(width, height, count)?;
    let mut frames = Vec::new();
    for (below, above) in first.iter().cycle().zip(second.iter().cycle()).take(count) {
        context.check_interrupted()?;
        let fitted = resample::scale(above, width, height, "bicubic", true, context)?;
        let mut frame = below.clone();
        for (level, above) in frame.iter_mut().zip(fitted.iter()) {
            *level = (*level * (1.0 - factor) + mix(*level, *above) * factor).clamp(0.0, 1.0);
        }
        frames.push(frame);
    }
    Ok(NodeOutput::images(frames))
}

/// The function that blends the levels of the lower and the upper image.
fn blend_mode(name: &str) -> fn(f32, f32) -> f32 {
    match name {
        "multiply" => |a, b| a * b,
        "screen" => |a, b| 1.0 - (1.0 - a) * (1.0 - b),
        "overlay" => |a, b| {
            if a <= 0.5 {
                2.0 * a * b
            } else {
                1.0 - 2.0 * (1.0 - a) * (1.0 - b)
            }
        },
        "soft_light" => soft_light,
        "difference" => |a, b| a - b,
        _ => |_, b| b,
    }
}

fn soft_light(a: f32, b: f32) -> f32 {
    if b <= 0.5 {
        return a - (1.0 - 2.0 * b) * a * (1.0 - a);
    }
    let lifted = if a <= 0.25 {
        ((16.0 * a - 12.0) * a + 4.0) * a
    } else {
        a.sqrt()
    };
    a + (2.0 * b - 1.0) * (lifted - a)
}
