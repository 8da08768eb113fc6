//! Nodes that lay one picture on another.

use super::fits;
use super::transform::resample;
use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, IMAGE, Input, Kind};

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
            Kind::Choice {
                options: MODES,
                default: None,
                old: false,
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

fn blend(call: &Call) -> Result<Done, Failure> {
    let (first, second) = (call.frames("image1")?, call.frames("image2")?);
    let factor = call.float("blend_factor")? as f32;
    let mode = mode(call.text("blend_mode")?);
    let count = first.len().max(second.len());
    if [first.len(), second.len()]
        .iter()
        .any(|len| *len != 1 && *len != count)
    {
        let (first, second) = (first.len(), second.len());
        return Err(Failure::because(format!(
            "batches of {first} and {second} images cannot be blended; make them equal"
        )));
    }
    let (width, height) = first
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    fits(width, height, count)?;
    let mut frames = Vec::new();
    for (below, above) in first.iter().cycle().zip(second.iter().cycle()).take(count) {
        call.check()?;
        let fitted = resample::scale(above, width, height, "bicubic", true, call)?;
        let mut frame = below.clone();
        for (level, above) in frame.iter_mut().zip(fitted.iter()) {
            *level = (*level * (1.0 - factor) + mode(*level, *above) * factor).clamp(0.0, 1.0);
        }
        frames.push(frame);
    }
    Ok(Done::frames(frames))
}

/// What a level `a` becomes below a level `b`.
fn mode(name: &str) -> fn(f32, f32) -> f32 {
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
