//! The layout of text: lines wrapped to the image's width and shrunk until they fit its height.
//! Knows nothing about pixels.

use super::fonts::fonts;
use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

use crate::context::NodeContext;
use crate::execution_error::ExecutionError;
use media::Monitor;

/// A text wrapped into lines, and the font size at which they fit.
pub(super) struct Layout {
    fonts: Vec<FontRef<'static>>,
    pub(super) lines: Vec<String>,
    /// The width of the outline in pixels; 0 means none.
    pub(super) stroke: u32,
    /// The font size: one em in pixels.
    size: f32,
    width: u32,
    height: u32,
}

/// The left end of a line's baseline, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Baseline {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// The distance between baselines, in ems.
const LINE_HEIGHT: f32 = 1.2;

impl Layout {
    /// Lays out a text on an image. `percent` is the font size as a percentage of the image's height.
    pub(super) fn new(
        text: &str,
        width: u32,
        height: u32,
        percent: f32,
        outline: bool,
        context: &NodeContext,
    ) -> Result<Self, ExecutionError> {
        let wanted = (percent / 100.0 * height as f32).round().max(1.0);
        let smallest = wanted.min((0.02 * height as f32).round().max(10.0));
        let lines = Vec::new();
        let mut layout = Self {
            fonts: fonts()?,
            lines,
            stroke: 0,
            size: wanted,
            width,
            height,
        };
        loop {
            context.check_interrupted()?;
            layout.stroke = if outline {
                (layout.size * 0.04).round().max(1.0) as u32
            } else {
                0
            };
            layout.lines = layout.wrap(text, context)?;
            let available = height as f32 - 2.0 * layout.margin();
            if layout.size <= smallest || layout.text_height() <= available.max(1.0) {
                return Ok(layout);
            }
            layout.size = (layout.size * 0.9).floor().max(smallest);
        }
    }

    /// The width and height of the image.
    pub(super) fn image_size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The baseline of each line.
    pub(super) fn baselines(&self, bottom: bool, align: &str) -> Vec<Baseline> {
        let edge = self.margin() + self.stroke as f32;
        let top = if bottom {
            self.height as f32 - self.margin() - self.text_height() + self.stroke as f32
        } else {
            edge
        };
        let first = top + self.ascent();
        let baseline = |(index, line): (usize, &String)| {
            let free = self.width as f32 - self.line_width(line);
            let x = match align {
                "center" => free / 2.0,
                "right" => free - edge,
                _ => edge,
            };
            Baseline {
                x: x.round(),
                y: (first + index as f32 * LINE_HEIGHT * self.size).round(),
            }
        };
        self.lines.iter().enumerate().map(baseline).collect()
    }

    /// The first font that has this character, otherwise the text font.
    pub(super) fn font(&self, character: char) -> Option<(&FontRef<'static>, GlyphId)> {
        let has = |font: &&FontRef| font.glyph_id(character).0 != 0;
        let font = self.fonts.iter().find(has).or(self.fonts.first())?;
        Some((font, font.glyph_id(character)))
    }

    /// The scale at which one em of this font is the layout's font size.
    pub(super) fn scale(&self, font: &FontRef) -> PxScale {
        let em = font.units_per_em().unwrap_or(1000.0);
        PxScale::from(self.size * font.height_unscaled() / em)
    }

    /// The advance width of a character.
    pub(super) fn advance(&self, character: char) -> f32 {
        self.font(character).map_or(0.0, |(font, glyph)| {
            font.as_scaled(self.scale(font)).h_advance(glyph)
        })
    }

    fn line_width(&self, text: &str) -> f32 {
        text.chars().map(|character| self.advance(character)).sum()
    }

    fn ascent(&self) -> f32 {
        self.fonts
            .first()
            .map_or(self.size, |font| font.as_scaled(self.scale(font)).ascent())
    }

    fn text_height(&self) -> f32 {
        let line = self
            .fonts
            .first()
            .map_or(self.size, |font| font.as_scaled(self.scale(font)).height());
        self.lines.len().saturating_sub(1) as f32 * LINE_HEIGHT * self.size
            + line
            + 2.0 * self.stroke as f32
    }

    fn margin(&self) -> f32 {
        (0.01 * self.width.min(self.height) as f32).round()
    }

    fn wrap(&self, text: &str, context: &NodeContext) -> Result<Vec<String>, ExecutionError> {
        let max_width = (self.width as f32 - 2.0 * (self.margin() + self.stroke as f32)).max(1.0);
        let mut lines = Vec::new();
        for paragraph in text.split('\n') {
            context.check_interrupted()?;
            let mut line = Line::default();
            for word in paragraph.split_whitespace() {
                self.add_word(word, max_width, &mut line, &mut lines);
            }
            lines.push(line.text);
        }
        Ok(lines)
    }

    /// Adds a word to the line or starts a new one; a word wider than `max_width` is broken.
    fn add_word(&self, word: &str, max_width: f32, line: &mut Line, lines: &mut Vec<String>) {
        let space = if line.text.is_empty() {
            0.0
        } else {
            self.advance(' ')
        };
        let width = self.line_width(word);
        if !line.text.is_empty() && line.width + space + width > max_width {
            lines.push(std::mem::take(line).text);
        } else if !line.text.is_empty() {
            line.text.push(' ');
            line.width += space;
        }
        for character in word.chars() {
            let advance = self.advance(character);
            if width > max_width && !line.text.is_empty() && line.width + advance > max_width {
                lines.push(std::mem::take(line).text);
            }
            line.text.push(character);
            line.width += advance;
        }
    }
}

#[derive(Default)]
struct Line {
    text: String,
    width: f32,
}
