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

/// ComfyUI's kernel along one axis, which spans -1 to 1 whatever its radius: sigma is in parts of
/// the radius.
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

/// Both passes of a separable blur; beyond the edges the picture is mirrored.
fn convolve(frame: &Frame, weights: &[f32], call: &Call) -> Result<Frame, Failure> {
    let (width, height) = frame.dimensions();
    let columns = mirrored(width, weights.len());
    let mut wide = Frame::new(width, height);
    for (y, row) in wide.enumerate_rows_mut() {
        call.step()?;
        for ((_, _, pixel), near) in row.zip(columns.windows(weights.len())) {
            *pixel = weigh(weights, near, |x| frame.get_pixel(x, y));
        }
    }
    let rows = mirrored(height, weights.len());
    let mut both = Frame::new(width, height);
    for ((_, row), near) in both.enumerate_rows_mut().zip(rows.windows(weights.len())) {
        call.step()?;
        for (x, _, pixel) in row {
            *pixel = weigh(weights, near, |y| wide.get_pixel(x, y));
        }
    }
    Ok(both)
}

fn weigh<'a>(weights: &[f32], near: &[u32], pixel: impl Fn(u32) -> &'a Rgb<f32>) -> Rgb<f32> {
    let mut total = [0.0; 3];
    for (weight, index) in weights.iter().zip(near) {
        let Rgb(levels) = pixel(*index);
        for (total, level) in total.iter_mut().zip(levels) {
            *total += weight * level;
        }
    }
    Rgb(total)
}

/// The indices of a side and of what a kernel of this length sees beyond its ends, folded back
/// into the side; the pixel at the end is not repeated.
fn mirrored(side: u32, kernel: usize) -> Vec<u32> {
    let (side, reach) = (i64::from(side), kernel as i64 / 2);
    let period = (2 * side - 2).max(1);
    let fold = |index: i64| {
        let folded = index.rem_euclid(period);
        folded.min(period - folded).min(side - 1) as u32
    };
    (-reach..side + reach).map(fold).collect()
}
