//! Nodes that filter one image: ImageInvert, ImageBlur, ImageSharpen.

use image::Rgb;

use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{IMAGE, Input};
use crate::node_output::NodeOutput;
use media::{Frame, Monitor};

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "ImageInvert",
        title: "Invert Image Colors",
        category: "image/color",
        inputs: &[Input::link("image", IMAGE)],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: invert,
    },
    Class {
        name: "ImageBlur",
        title: "Blur Image",
        category: "image/filters",
        inputs: &[
            Input::link("image", IMAGE),
            Input::int("blur_radius", 1, 1, 31),
            Input::float("sigma", 1.0, 0.1, 10.0, 0.1),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: blur,
    },
    Class {
        name: "ImageSharpen",
        title: "Sharpen Image",
        category: "image/filters",
        inputs: &[
            Input::link("image", IMAGE),
            Input::int("sharpen_radius", 1, 1, 31),
            Input::float("sigma", 1.0, 0.1, 10.0, 0.01),
            Input::float("alpha", 1.0, 0.0, 5.0, 0.01),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: sharpen,
    },
];

fn invert(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let mut frames = context.frames("image")?.as_ref().clone();
    for frame in &mut frames {
        context.check_interrupted()?;
        frame.iter_mut().for_each(|level| *level = 1.0 - *level);
    }
    Ok(NodeOutput::images(frames))
}

fn blur(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let weights = gaussian(context.size("blur_radius")?, context.float("sigma")?);
    let source = context.frames("image")?;
    expect_rows(source, context);
    let mut frames = Vec::new();
    for frame in source.iter() {
        frames.push(convolve(frame, &weights, context)?);
    }
    Ok(NodeOutput::images(frames))
}

/// Adds back the detail that a blur removes, ten times `alpha`.
fn sharpen(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let weights = gaussian(context.size("sharpen_radius")?, context.float("sigma")?);
    let strength = context.float("alpha")? as f32 * 10.0;
    let source = context.frames("image")?;
    expect_rows(source, context);
    let mut frames = Vec::new();
    for frame in source.iter() {
        let mut sharpened = convolve(frame, &weights, context)?;
        for (level, sharp) in sharpened.iter_mut().zip(frame.iter()) {
            *level = (sharp + strength * (sharp - *level)).clamp(0.0, 1.0);
        }
        frames.push(sharpened);
    }
    Ok(NodeOutput::images(frames))
}

/// Counts two passes over the rows of each frame as steps.
fn expect_rows(frames: &[Frame], context: &NodeContext) {
    let rows = frames.iter().map(|frame| frame.height() as usize);
    context.expect_steps(2 * rows.sum::<usize>());
}

/// ComfyUI's kernel along one axis. It spans -1 to 1 for any radius, so sigma is relative to the
/// radius.
fn gaussian(radius: u32, sigma: f64) -> Vec<f32> {
    let radius = i64::from(radius);
    let weight = |step: i64| {
        let distance = step as f64 / radius as f64;
        (-distance * distance / (2.0 * sigma * sigma)).exp()
    };
    let weights: Vec<f64> = (-radius..=radius).map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights
        .into_iter()
        .map(|weight| (weight / sum) as f32)
        .collect()
}

/// Both passes of a separable blur; the image is mirrored beyond its edges.
fn convolve(
    frame: &Frame,
    weights: &[f32],
    context: &NodeContext,
) -> Result<Frame, ExecutionError> {
    let (width, height) = frame.dimensions();
    let columns = mirrored(width, weights.len());
    let mut blurred_rows = Frame::new(width, height);
    for (y, row) in blurred_rows.enumerate_rows_mut() {
        context.step()?;
        for ((_, _, pixel), near) in row.zip(columns.windows(weights.len())) {
            *pixel = weighted_sum(weights, near, |x| frame.get_pixel(x, y));
        }
    }
    let rows = mirrored(height, weights.len());
    let mut blurred = Frame::new(width, height);
    for ((_, row), near) in blurred
        .enumerate_rows_mut()
        .zip(rows.windows(weights.len()))
    {
        context.step()?;
        for (x, _, pixel) in row {
            *pixel = weighted_sum(weights, near, |y| blurred_rows.get_pixel(x, y));
        }
    }
    Ok(blurred)
}

fn weighted_sum<'a>(
    weights: &[f32],
    near: &[u32],
    pixel: impl Fn(u32) -> &'a Rgb<f32>,
) -> Rgb<f32> {
    let mut total = [0.0; 3];
    for (weight, index) in weights.iter().zip(near) {
        let Rgb(levels) = pixel(*index);
        for (total, level) in total.iter_mut().zip(levels) {
            *total += weight * level;
        }
    }
    Rgb(total)
}

/// The pixel indices that a kernel of this length reads along a side. Indices beyond an end are
/// mirrored back, without repeating the last pixel.
fn mirrored(side: u32, kernel: usize) -> Vec<u32> {
    let (side, reach) = (i64::from(side), kernel as i64 / 2);
    let period = (2 * side - 2).max(1);
    let fold = |index: i64| {
        let folded = index.rem_euclid(period);
        folded.min(period - folded).min(side - 1) as u32
    };
    (-reach..side + reach).map(fold).collect()
}
