//! Nodes that move pixels: ImageScale, ImageCrop, ImageFlip, ImageRotate.

use image::imageops;

use super::resample;
use crate::class::Class;
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use crate::input::{IMAGE, Input, InputKind};
use crate::node_output::NodeOutput;
use media::batch_limit::check_batch_size;
use media::{Frame, Monitor};

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "ImageScale",
        title: "Upscale Image",
        category: "image/upscaling",
        inputs: &[
            Input::link("image", IMAGE),
            Input::new(
                "upscale_method",
                InputKind::Choice {
                    options: resample::METHODS,
                    default: None,
                    legacy: true,
                },
            ),
            Input::int("width", 512, 0, 16384),
            Input::int("height", 512, 0, 16384),
            Input::new(
                "crop",
                InputKind::Choice {
                    options: &["disabled", "center"],
                    default: None,
                    legacy: true,
                },
            ),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: scale,
    },
    Class {
        name: "ImageCrop",
        title: "Crop Image",
        category: "image/transform",
        inputs: &[
            Input::link("image", IMAGE),
            Input::int("width", 512, 1, 16384),
            Input::int("height", 512, 1, 16384),
            Input::int("x", 0, 0, 16384),
            Input::int("y", 0, 0, 16384),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: crop,
    },
    Class {
        name: "ImageFlip",
        title: "Flip Image",
        category: "image/transform",
        inputs: &[
            Input::link("image", IMAGE),
            Input::choice("flip_method", &[FLIP_VERTICALLY, "y-axis: horizontally"]),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: flip,
    },
    Class {
        name: "ImageRotate",
        title: "Rotate Image",
        category: "image/transform",
        inputs: &[
            Input::link("image", IMAGE),
            Input::choice(
                "rotation",
                &["none", "90 degrees", "180 degrees", "270 degrees"],
            ),
        ],
        outputs: &[(IMAGE, IMAGE)],
        output_node: false,
        run: rotate,
    },
];

const FLIP_VERTICALLY: &str = "x-axis: vertically";

fn for_each_frame(
    context: &NodeContext,
    transform: impl Fn(&Frame) -> Frame,
) -> Result<NodeOutput, ExecutionError> {
    let mut frames = Vec::new();
    for frame in context.frames("image")?.iter() {
        context.check_interrupted()?;
        frames.push(transform(frame));
    }
    Ok(NodeOutput::images(frames))
}

fn scale(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let source = context.frames("image")?;
    let (old_width, old_height) = source
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    let Some((width, height)) = target_size(
        context.size("width")?,
        context.size("height")?,
        old_width,
        old_height,
    ) else {
        return Ok(NodeOutput::images(source.as_ref().clone()));
    };
    check_batch_size(width, height, source.len())?;
    let method = context.text("upscale_method")?;
    let centered = context.text("crop")? == "center";
    let mut frames = Vec::new();
    for frame in source.iter() {
        context.check_interrupted()?;
        frames.push(resample::scale(
            frame, width, height, method, centered, context,
        )?);
    }
    Ok(NodeOutput::images(frames))
}

/// The size to scale to. A 0 keeps the proportions; two zeros keep the image unchanged.
fn target_size(width: u32, height: u32, old_width: u32, old_height: u32) -> Option<(u32, u32)> {
    let proportional = |given: u32, side: u32, other: u32| {
        (f64::from(side) * f64::from(given) / f64::from(other))
            .round_ties_even()
            .max(1.0) as u32
    };
    match (width, height) {
        (0, 0) => None,
        (0, height) => Some((proportional(height, old_width, old_height), height)),
        (width, 0) => Some((width, proportional(width, old_height, old_width))),
        given => Some(given),
    }
}

/// Crops an image. A rectangle that extends beyond the edge is cut off; one that starts beyond it starts
/// at the last pixel.
fn crop(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    let (width, height) = (context.size("width")?, context.size("height")?);
    let (x, y) = (context.size("x")?, context.size("y")?);
    for_each_frame(context, |frame| {
        let (x, y) = (x.min(frame.width() - 1), y.min(frame.height() - 1));
        imageops::crop_imm(frame, x, y, width, height).to_image()
    })
}

fn flip(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    match context.text("flip_method")? {
        FLIP_VERTICALLY => for_each_frame(context, imageops::flip_vertical),
        _ => for_each_frame(context, imageops::flip_horizontal),
    }
}

fn rotate(context: &NodeContext) -> Result<NodeOutput, ExecutionError> {
    match context.text("rotation")? {
        "90 degrees" => for_each_frame(context, imageops::rotate90),
        "180 degrees" => for_each_frame(context, imageops::rotate180),
        "270 degrees" => for_each_frame(context, imageops::rotate270),
        _ => for_each_frame(context, Frame::clone),
    }
}
