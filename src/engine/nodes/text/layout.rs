//! Where the lines of a text go: wrapped to the picture's width, shrunk until they fit its height.
//! Knows nothing of pixels.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

use crate::engine::call::{Call, Failure};

/// A text in lines, and the size in which they fit.
pub(super) struct Layout {
    fonts: Vec<FontRef<'static>>,
    pub(super) lines: Vec<String>,
    /// The width of the outline in pixels; 0 for none.
    pub(super) stroke: u32,
    /// The size of an em in pixels.
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

/// From baseline to baseline, in ems.
const LINE: f32 = 1.2;

impl Layout {
    /// Lays out a text on a picture. `percent` is the font's size in parts of the picture's height.
    pub(super) fn new(
        text: &str,
        width: u32,
        height: u32,
        percent: f32,
        outline: bool,
        call: &Call,
    ) -> Result<Self, Failure> {
        let wanted = (percent / 100.0 * height as f32).round().max(1.0);
        let least = wanted.min((0.02 * height as f32).round().max(10.0));
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
            call.check()?;
            layout.stroke = if outline {
                (layout.size * 0.04).round().max(1.0) as u32
            } else {
                0
            };
            layout.lines = layout.wrap(text, call)?;
            let room = height as f32 - 2.0 * layout.margin();
            if layout.size <= least || layout.block() <= room.max(1.0) {
                return Ok(layout);
            }
            layout.size = (layout.size * 0.9).floor().max(least);
        }
    }

    /// Width and height of the picture.
    pub(super) fn picture(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Where each line starts.
    pub(super) fn place(&self, bottom: bool, align: &str) -> Vec<Baseline> {
        let edge = self.margin() + self.stroke as f32;
        let top = if bottom {
            self.height as f32 - self.margin() - self.block() + self.stroke as f32
        } else {
            edge
        };
        let first = top + self.ascent();
        let baseline = |(index, line): (usize, &String)| {
            let free = self.width as f32 - self.length(line);
            let x = match align {
                "center" => free / 2.0,
                "right" => free - edge,
                _ => edge,
            };
            Baseline {
                x: x.round(),
                y: (first + index as f32 * LINE * self.size).round(),
            }
        };
        self.lines.iter().enumerate().map(baseline).collect()
    }

    /// The font that has this character, else the first.
    pub(super) fn font(&self, character: char) -> Option<(&FontRef<'static>, GlyphId)> {
        let has = |font: &&FontRef| font.glyph_id(character).0 != 0;
        let font = self.fonts.iter().find(has).or(self.fonts.first())?;
        Some((font, font.glyph_id(character)))
    }

    /// The scale that makes an em of this font the layout's size.
    pub(super) fn scale(&self, font: &FontRef) -> PxScale {
        let em = font.units_per_em().unwrap_or(1000.0);
        PxScale::from(self.size * font.height_unscaled() / em)
    }

    /// How far a character moves the next one.
    pub(super) fn advance(&self, character: char) -> f32 {
        self.font(character).map_or(0.0, |(font, glyph)| {
            font.as_scaled(self.scale(font)).h_advance(glyph)
        })
    }

    fn length(&self, text: &str) -> f32 {
        text.chars().map(|character| self.advance(character)).sum()
    }

    fn ascent(&self) -> f32 {
        self.fonts
            .first()
            .map_or(self.size, |font| font.as_scaled(self.scale(font)).ascent())
    }

    fn block(&self) -> f32 {
        let line = self
            .fonts
            .first()
            .map_or(self.size, |font| font.as_scaled(self.scale(font)).height());
        self.lines.len().saturating_sub(1) as f32 * LINE * self.size
            + line
            + 2.0 * self.stroke as f32
    }

    fn margin(&self) -> f32 {
        (0.01 * self.width.min(self.height) as f32).round()
    }

    fn wrap(&self, text: &str, call: &Call) -> Result<Vec<String>, Failure> {
        let room = (self.width as f32 - 2.0 * (self.margin() + self.stroke as f32)).max(1.0);
        let mut lines = Vec::new();
        for paragraph in text.split('\n') {
            call.check()?;
            let mut line = Line::default();
            for word in paragraph.split_whitespace() {
                self.add(word, room, &mut line, &mut lines);
            }
            lines.push(line.text);
        }
        Ok(lines)
    }

    /// Adds a word to a line, or ends the line; a word wider than the room is cut.
    fn add(&self, word: &str, room: f32, line: &mut Line, lines: &mut Vec<String>) {
        let space = if line.text.is_empty() {
            0.0
        } else {
            self.advance(' ')
        };
        let length = self.length(word);
        if !line.text.is_empty() && line.length + space + length > room {
            lines.push(std::mem::take(line).text);
        } else if !line.text.is_empty() {
            line.text.push(' ');
            line.length += space;
        }
        for character in word.chars() {
            let advance = self.advance(character);
            if length > room && !line.text.is_empty() && line.length + advance > room {
                lines.push(std::mem::take(line).text);
            }
            line.text.push(character);
            line.length += advance;
        }
    }
}

#[derive(Default)]
struct Line {
    text: String,
    length: f32,
}

/// A text font, then fonts for the symbols it lacks.
fn fonts() -> Result<Vec<FontRef<'static>>, Failure> {
    use epaint_default_fonts::{EMOJI_ICON, HACK_REGULAR, NOTO_EMOJI_REGULAR, UBUNTU_LIGHT};
    [UBUNTU_LIGHT, HACK_REGULAR, NOTO_EMOJI_REGULAR, EMOJI_ICON]
        .into_iter()
        .map(|bytes| {
            FontRef::try_from_slice(bytes)
                .map_err(|error| Failure::because(format!("reading a font failed: {error}")))
        })
        .collect()
}
