//! Nodes that move pixels: scale, crop, flip, rotate.

use image::imageops;

use super::fits;
use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, IMAGE, Input, Kind};
use crate::engine::value::Frame;

pub(super) mod resample;

pub(super) const CLASSES: &[Class] = &[
    Class {
        name: "ImageScale",
        title: "Upscale Image",
        category: "image/upscaling",
        inputs: &[
            Input::link("image", IMAGE),
            Input::new(
                "upscale_method",
                Kind::Choice {
                    options: resample::METHODS,
                    default: None,
                    old: true,
                },
            ),
            Input::int("width", 512, 0, 16384),
            Input::int("height", 512, 0, 16384),
            Input::new(
                "crop",
                Kind::Choice {
                    options: &["disabled", "center"],
                    default: None,
                    old: true,
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
            Input::choice("flip_method", &[UPSIDE_DOWN, "y-axis: horizontally"]),
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

const UPSIDE_DOWN: &str = "x-axis: vertically";

fn each(call: &Call, turn: impl Fn(&Frame) -> Frame) -> Result<Done, Failure> {
    let mut frames = Vec::new();
    for frame in call.frames("image")?.iter() {
        call.check()?;
        frames.push(turn(frame));
    }
    Ok(Done::frames(frames))
}

fn scale(call: &Call) -> Result<Done, Failure> {
    let source = call.frames("image")?;
    let (wide, high) = source
        .first()
        .map(|frame| frame.dimensions())
        .unwrap_or_default();
    let Some((width, height)) = target(call.size("width")?, call.size("height")?, wide, high)
    else {
        return Ok(Done::frames(source.as_ref().clone()));
    };
    fits(width, height, source.len())?;
    let method = call.text("upscale_method")?;
    let centered = call.text("crop")? == "center";
    let mut frames = Vec::new();
    for frame in source.iter() {
        call.check()?;
        frames.push(resample::scale(
            frame, width, height, method, centered, call,
        )?);
    }
    Ok(Done::frames(frames))
}

/// The size to scale to: a 0 follows from the other side; two of them leave the picture as it is.
fn target(width: u32, height: u32, wide: u32, high: u32) -> Option<(u32, u32)> {
    let follow = |given: u32, of: u32, other: u32| {
        (f64::from(of) * f64::from(given) / f64::from(other))
            .round_ties_even()
            .max(1.0) as u32
    };
    match (width, height) {
        (0, 0) => None,
        (0, height) => Some((follow(height, wide, high), height)),
        (width, 0) => Some((width, follow(width, high, wide))),
        given => Some(given),
    }
}

/// What reaches beyond the picture is cut off; a corner beyond it moves to its last pixel.
fn crop(call: &Call) -> Result<Done, Failure> {
    let (width, height) = (call.size("width")?, call.size("height")?);
    let (x, y) = (call.size("x")?, call.size("y")?);
    each(call, |frame| {
        let (x, y) = (x.min(frame.width() - 1), y.min(frame.height() - 1));
        imageops::crop_imm(frame, x, y, width, height).to_image()
    })
}

fn flip(call: &Call) -> Result<Done, Failure> {
    match call.text("flip_method")? {
        UPSIDE_DOWN => each(call, imageops::flip_vertical),
        _ => each(call, imageops::flip_horizontal),
    }
}

fn rotate(call: &Call) -> Result<Done, Failure> {
    match call.text("rotation")? {
        "90 degrees" => each(call, imageops::rotate90),
        "180 degrees" => each(call, imageops::rotate180),
        "270 degrees" => each(call, imageops::rotate270),
        _ => each(call, Frame::clone),
    }
}
