//! Nodes that compute new colours: invert, blur, sharpen.

use image::Rgb;

use crate::engine::call::{Call, Done, Failure};
use crate::engine::class::{Class, IMAGE, Input};
use crate::engine::value::Frame;

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

fn invert(call: &Call) -> Result<Done, Failure> {
    let mut frames = call.frames("image")?.as_ref().clone();
    for frame in &mut frames {
        call.check()?;
        frame.iter_mut().for_each(|level| *level = 1.0 - *level);
    }
    Ok(Done::frames(frames))
}

fn blur(call: &Call) -> Result<Done, Failure> {
    let weights = gaussian(call.size("blur_radius")?, call.float("sigma")?);
    let source = call.frames("image")?;
    expect(source, call);
    let mut frames = Vec::new();
    for frame in source.iter() {
        frames.push(convolve(frame, &weights, call)?);
    }
    Ok(Done::frames(frames))
}

/// The picture plus `alpha` times ten of what a blur takes away.
fn sharpen(call: &Call) -> Result<Done, Failure> {
    let weights = gaussian(call.size("sharpen_radius")?, call.float("sigma")?);
    let strength = call.float("alpha")? as f32 * 10.0;
    let source = call.frames("image")?;
    expect(source, call);
    let mut frames = Vec::new();
    for frame in source.iter() {
        let mut blurred = convolve(frame, &weights, call)?;
        for (level, sharp) in blurred.iter_mut().zip(frame.iter()) {
            *level = (sharp + strength * (sharp - *level)).clamp(0.0, 1.0);
        }
        frames.push(blurred);
    }
    Ok(Done::frames(frames))
}

/// Two passes over the rows of each frame.
fn expect(frames: &[Frame], call: &Call) {
    let rows = frames.iter().map(|frame| frame.height() as usize);
    call.expect(2 * rows.sum::<usize>());
}

/// One side of ComfyUI's kernel, from the center outwards, which spans -1 to 1 whatever its
/// radius: sigma is in parts of the radius.
fn gaussian(radius: u32, sigma: f64) -> Vec<f32> {
    let weight = |step: u32| {
        let distance = f64::from(step) / f64::from(radius);
        (-distance * distance / (2.0 * sigma * sigma)).exp()
    };
    let side: Vec<f64> = (0..=radius).map(weight).collect();
    let sum = 2.0 * side.iter().sum::<f64>() - side.first().copied().unwrap_or(0.0);
    side.into_iter()
        .map(|weight| (weight / sum) as f32)
        .collect()
}

/// Both passes of a separable blur; beyond the edges the picture is mirrored.
fn convolve(frame: &Frame, weights: &[f32], call: &Call) -> Result<Frame, Failure> {
    let (width, height) = frame.dimensions();
    let mut wide = Frame::new(width, height);
    for (y, row) in wide.enumerate_rows_mut() {
        call.step()?;
        for (x, _, pixel) in row {
            *pixel = weigh(weights, x, width, |x| frame.get_pixel(x, y));
        }
    }
    let mut both = Frame::new(width, height);
    for (y, row) in both.enumerate_rows_mut() {
        call.step()?;
        for (x, _, pixel) in row {
            *pixel = weigh(weights, y, height, |y| wide.get_pixel(x, y));
        }
    }
    Ok(both)
}

fn weigh<'a>(
    weights: &[f32],
    center: u32,
    side: u32,
    pixel: impl Fn(u32) -> &'a Rgb<f32>,
) -> Rgb<f32> {
    let mut total = [0.0; 3];
    let reach = weights.len() as i64 - 1;
    for offset in -reach..=reach {
        let weight = weights[offset.unsigned_abs() as usize];
        let Rgb(levels) = pixel(mirrored(i64::from(center) + offset, side));
        for (total, level) in total.iter_mut().zip(levels) {
            *total += weight * level;
        }
    }
    Rgb(total)
}

/// An index folded back into the picture, the edge pixel itself not repeated.
fn mirrored(index: i64, side: u32) -> u32 {
    let period = (2 * i64::from(side) - 2).max(1);
    let folded = index.rem_euclid(period);
    folded.min(period - folded).min(i64::from(side) - 1) as u32
}
