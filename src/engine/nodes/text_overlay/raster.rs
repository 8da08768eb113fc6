//! Rasterized text: how much of each pixel the letters and their outline cover.

use ab_glyph::{Font, Point, point};
use image::{GrayImage, Luma};

use super::color::Color;
use super::layout::{Baseline, Layout};
use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use media::{Frame, Monitor};

/// The coverage of a text, to be painted on any frame of the same size.
pub(super) struct TextMask {
    letters: GrayImage,
    outline: Option<GrayImage>,
}

/// Rasterizes a text once for all frames.
pub(super) fn rasterize(
    layout: &Layout,
    baselines: &[Baseline],
    context: &NodeContext,
) -> Result<TextMask, ExecutionError> {
    let (width, height) = layout.image_size();
    let mut letters = GrayImage::new(width, height);
    for (line, baseline) in layout.lines.iter().zip(baselines) {
        context.check_interrupted()?;
        if baseline.y > -(height as f32) && baseline.y < 2.0 * height as f32 {
            draw_line(layout, line, *baseline, &mut letters);
        }
    }
    let outline = if layout.stroke > 0 {
        Some(dilate(&letters, layout.stroke, context)?)
    } else {
        None
    };
    Ok(TextMask { letters, outline })
}

impl TextMask {
    /// Paints the text on a frame: first the black outline, then the letters.
    pub(super) fn paint(&self, frame: &mut Frame, color: Color) {
        if let Some(outline) = &self.outline {
            blend(
                frame,
                outline,
                Color {
                    rgb: [0.0; 3],
                    opacity: 1.0,
                },
            );
        }
        blend(frame, &self.letters, color);
    }
}

fn blend(frame: &mut Frame, coverage: &GrayImage, color: Color) {
    for (pixel, Luma([cover])) in frame.pixels_mut().zip(coverage.pixels()) {
        let opacity = f32::from(*cover) / 255.0 * color.opacity;
        for (level, target) in pixel.0.iter_mut().zip(color.rgb) {
            *level = *level * (1.0 - opacity) + target * opacity;
        }
    }
}

fn draw_line(layout: &Layout, line: &str, baseline: Baseline, coverage: &mut GrayImage) {
    let mut pen = point(baseline.x, baseline.y);
    for character in line.chars() {
        draw_glyph(layout, character, pen, coverage);
        pen.x += layout.advance(character);
        if pen.x > coverage.width() as f32 {
            return;
        }
    }
}

fn draw_glyph(layout: &Layout, character: char, pen: Point, coverage: &mut GrayImage) {
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
        if let Some(Luma([level])) = inside.and_then(|(x, y)| coverage.get_pixel_mut_checked(x, y))
        {
            *level = (*level).max((part.clamp(0.0, 1.0) * 255.0).round() as u8);
        }
    });
}

/// The letters grown by `reach` pixels: each pixel is copied to a circle around it and to one half
/// as wide.
fn dilate(
    letters: &GrayImage,
    reach: u32,
    context: &NodeContext,
) -> Result<GrayImage, ExecutionError> {
    let offsets = [circle(reach), circle(reach / 2)].concat();
    let mut grown = letters.clone();
    for (y, row) in letters.enumerate_rows() {
        context.check_interrupted()?;
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
