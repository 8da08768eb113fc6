//! Resampling with ComfyUI's results. The `image` crate's filters widen when an image shrinks;
//! ComfyUI's bilinear and bicubic do not. Every method is separable: a row of weights per target
//! column and per target row.

use image::{Rgb, imageops};

use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use media::{Frame, Monitor};

/// ComfyUI's scaling methods.
pub(super) const METHODS: &[&str] = &["nearest-exact", "bilinear", "area", "bicubic", "lanczos"];

/// Scales a frame; with `centered` it is first cropped to the target's proportions.
pub(super) fn scale(
    frame: &Frame,
    width: u32,
    height: u32,
    method: &str,
    centered: bool,
    context: &NodeContext,
) -> Result<Frame, ExecutionError> {
    let cropped;
    let mut source = frame;
    if centered {
        let (x, y) = margins(frame.dimensions(), (width, height));
        let (inner_width, inner_height) = (frame.width() - 2 * x, frame.height() - 2 * y);
        cropped = imageops::crop_imm(frame, x, y, inner_width, inner_height).to_image();
        source = &cropped;
    }
    let columns = taps(method, source.width(), width);
    let rows = taps(method, source.height(), height);
    let clamped = method == "lanczos";
    // Run the pass with the smaller intermediate image first, so that the intermediate is never
    // larger than both source and target.
    let horizontal_first = u64::from(width) * u64::from(source.height())
        <= u64::from(source.width()) * u64::from(height);
    if horizontal_first {
        scale_height(
            &scale_width(source, &columns, clamped, context)?,
            &rows,
            clamped,
            context,
        )
    } else {
        scale_width(
            &scale_height(source, &rows, clamped, context)?,
            &columns,
            clamped,
            context,
        )
    }
}

/// The margins to crop left and right, above and below.
fn margins((old_width, old_height): (u32, u32), (width, height): (u32, u32)) -> (u32, u32) {
    let old = f64::from(old_width) / f64::from(old_height);
    let new = f64::from(width) / f64::from(height);
    let half = |side: u32, keep: f64| {
        let side_f = f64::from(side);
        let margin = ((side_f - side_f * keep) / 2.0).round_ties_even() as u32;
        margin.min((side - 1) / 2)
    };
    if old > new {
        (half(old_width, new / old), 0)
    } else if old < new {
        (0, half(old_height, old / new))
    } else {
        (0, 0)
    }
}

/// Source indices and their weights for one target index.
type Taps = Vec<(u32, f32)>;

fn taps(method: &str, from: u32, to: u32) -> Vec<Taps> {
    let ratio = f64::from(from) / f64::from(to);
    (0..to)
        .map(|index| {
            let center = (f64::from(index) + 0.5) * ratio;
            match method {
                "bilinear" => kernel(center, 1.0, from, &|x| 1.0 - x.abs(), true),
                "bicubic" => kernel(center, 2.0, from, &|x| cubic(x, -0.75), true),
                "lanczos" => {
                    let width = ratio.max(1.0);
                    kernel(center, 3.0 * width, from, &|x| lanczos(x / width), false)
                }
                "area" => area(f64::from(index) * ratio, center + 0.5 * ratio, from),
                _ => vec![((center as u32).min(from - 1), 1.0)],
            }
        })
        .collect()
}

/// The weights of all pixels closer than `reach` to `center`. Beyond the edge, `repeat` repeats the
/// last pixel; otherwise nothing counts.
fn kernel(center: f64, reach: f64, from: u32, weight: &dyn Fn(f64) -> f64, repeat: bool) -> Taps {
    let first = (center - 0.5 - reach).ceil() as i64;
    let last = (center - 0.5 + reach).floor() as i64;
    let end = i64::from(from) - 1;
    let mut taps: Vec<(u32, f64)> = Vec::new();
    for index in first..=last {
        if repeat || (0..=end).contains(&index) {
            taps.push((
                index.clamp(0, end) as u32,
                weight(index as f64 + 0.5 - center),
            ));
        }
    }
    let sum: f64 = taps.iter().map(|(_, weight)| weight).sum();
    taps.into_iter()
        .map(|(index, weight)| (index, (weight / sum) as f32))
        .collect()
}

/// The mean of every pixel that the target's span touches.
fn area(start: f64, end: f64, from: u32) -> Taps {
    let first = (start + 1e-9).floor() as u32;
    let last = ((end - 1e-9).ceil() as u32).clamp(first + 1, from.max(first + 1));
    let weight = 1.0 / (last - first) as f32;
    (first..last)
        .map(|index| (index.min(from - 1), weight))
        .collect()
}

fn cubic(x: f64, a: f64) -> f64 {
    let x = x.abs();
    if x <= 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else {
        ((x - 5.0) * x + 8.0) * x * a - 4.0 * a
    }
}

fn lanczos(x: f64) -> f64 {
    let sinc = |x: f64| {
        if x == 0.0 {
            1.0
        } else {
            (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x)
        }
    };
    if x.abs() < 3.0 {
        sinc(x) * sinc(x / 3.0)
    } else {
        0.0
    }
}

fn scale_width(
    frame: &Frame,
    columns: &[Taps],
    clamped: bool,
    context: &NodeContext,
) -> Result<Frame, ExecutionError> {
    let mut scaled = Frame::new(columns.len() as u32, frame.height());
    for (y, row) in scaled.enumerate_rows_mut() {
        context.check_interrupted()?;
        for ((_, _, pixel), taps) in row.zip(columns) {
            *pixel = sum(taps, clamped, |index| frame.get_pixel(index, y));
        }
    }
    Ok(scaled)
}

fn scale_height(
    frame: &Frame,
    rows: &[Taps],
    clamped: bool,
    context: &NodeContext,
) -> Result<Frame, ExecutionError> {
    let mut scaled = Frame::new(frame.width(), rows.len() as u32);
    for ((_, row), taps) in scaled.enumerate_rows_mut().zip(rows) {
        context.check_interrupted()?;
        for (x, _, pixel) in row {
            *pixel = sum(taps, clamped, |index| frame.get_pixel(x, index));
        }
    }
    Ok(scaled)
}

fn sum<'a>(taps: &Taps, clamped: bool, pixel: impl Fn(u32) -> &'a Rgb<f32>) -> Rgb<f32> {
    let mut total = [0.0; 3];
    for (index, weight) in taps {
        let Rgb(levels) = pixel(*index);
        for (total, level) in total.iter_mut().zip(levels) {
            *total += weight * level;
        }
    }
    if clamped {
        Rgb(total.map(|level: f32| level.clamp(0.0, 1.0)))
    } else {
        Rgb(total)
    }
}
