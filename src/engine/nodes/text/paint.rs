//! Text as pixels: how much of each pixel the letters and their outline cover.

use ab_glyph::{Font, Point, point};
use image::{GrayImage, Luma};

use super::layout::{Baseline, Layout};
use crate::engine::call::{Call, Failure};
use crate::engine::value::Frame;

/// A color with its opacity, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    pub(super) color: [f32; 3],
    pub(super) opacity: f32,
}

impl Ink {
    /// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits: Vec<u32> = text
            .trim()
            .strip_prefix('#')?
            .chars()
            .map(|digit| digit.to_digit(16))
            .collect::<Option<_>>()?;
        let levels: Vec<u32> = match digits.len() {
            3 | 4 => digits.iter().map(|digit| digit * 17).collect(),
            6 | 8 => digits
                .chunks(2)
                .map(|pair| pair[0] * 16 + pair[1])
                .collect(),
            _ => return None,
        };
        let level = |index: usize| levels.get(index).map_or(1.0, |level| *level as f32 / 255.0);
        Some(Self {
            color: [level(0), level(1), level(2)],
            opacity: level(3),
        })
    }
}

/// A drawn text, ready to be put on any frame of one size.
pub(super) struct Stamp {
    letters: GrayImage,
    outline: Option<GrayImage>,
}

/// Draws a text once.
pub(super) fn stamp(layout: &Layout, places: &[Baseline], call: &Call) -> Result<Stamp, Failure> {
    let (width, height) = layout.picture();
    let mut letters = GrayImage::new(width, height);
    for (line, baseline) in layout.lines.iter().zip(places) {
        call.check()?;
        if baseline.y > -(height as f32) && baseline.y < 2.0 * height as f32 {
            write(layout, line, *baseline, &mut letters);
        }
    }
    let outline = if layout.stroke > 0 {
        Some(grown(&letters, layout.stroke, call)?)
    } else {
        None
    };
    Ok(Stamp { letters, outline })
}

impl Stamp {
    /// Puts the text on a frame: first the black outline, then the letters.
    pub(super) fn print(&self, frame: &mut Frame, ink: Ink) {
        if let Some(outline) = &self.outline {
            lay(
                frame,
                outline,
                Ink {
                    color: [0.0; 3],
                    opacity: 1.0,
                },
            );
        }
        lay(frame, &self.letters, ink);
    }
}

fn lay(frame: &mut Frame, cover: &GrayImage, ink: Ink) {
    for (pixel, Luma([cover])) in frame.pixels_mut().zip(cover.pixels()) {
        let opacity = f32::from(*cover) / 255.0 * ink.opacity;
        for (level, ink) in pixel.0.iter_mut().zip(ink.color) {
            *level = *level * (1.0 - opacity) + ink * opacity;
        }
    }
}

fn write(layout: &Layout, line: &str, baseline: Baseline, cover: &mut GrayImage) {
    let mut pen = point(baseline.x, baseline.y);
    for character in line.chars() {
        draw(layout, character, pen, cover);
        pen.x += layout.advance(character);
        if pen.x > cover.width() as f32 {
            return;
        }
    }
}

fn draw(layout: &Layout, character: char, pen: Point, cover: &mut GrayImage) {
    let Some((font, glyph)) = layout.font(character) else {
        return;
    };
    let glyph = glyph.with_scale_and_position(layout.scale(font), pen);
    let Some(outlined) = font.outline_glyph(glyph) else {
        return;
    };
    let corner = outlined.px_bounds().min;
    outlined.draw(|x, y, part| {
        let (x, y) = (
            corner.x as i64 + i64::from(x),
            corner.y as i64 + i64::from(y),
        );
        let inside = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        if let Some(Luma([level])) = inside.and_then(|(x, y)| cover.get_pixel_mut_checked(x, y)) {
            *level = (*level).max((part.clamp(0.0, 1.0) * 255.0).round() as u8);
        }
    });
}

/// The letters grown by `reach` pixels: each of their pixels goes to a circle around it, and to one
/// half as wide.
fn grown(letters: &GrayImage, reach: u32, call: &Call) -> Result<GrayImage, Failure> {
    let offsets = [circle(reach), circle(reach / 2)].concat();
    let mut grown = letters.clone();
    for (y, row) in letters.enumerate_rows() {
        call.check()?;
        for (x, _, Luma([level])) in row.filter(|(_, _, Luma([level]))| *level > 0) {
            for (dx, dy) in &offsets {
                let (x, y) = (x.checked_add_signed(*dx), y.checked_add_signed(*dy));
                let near = x
                    .zip(y)
                    .and_then(|(x, y)| grown.get_pixel_mut_checked(x, y));
                if let Some(Luma([near])) = near {
                    *near = (*near).max(*level);
                }
            }
        }
    }
    Ok(grown)
}

fn circle(radius: u32) -> Vec<(i32, i32)> {
    let radius = f64::from(radius);
    let steps = (radius * std::f64::consts::TAU).ceil().clamp(0.0, 64.0) as u32;
    (0..steps)
        .map(|step| {
            let (sin, cos) = (f64::from(step) / f64::from(steps) * std::f64::consts::TAU).sin_cos();
            ((cos * radius).round() as i32, (sin * radius).round() as i32)
        })
        .collect()
}
