//! The color of drawn text. Knows nothing about pixels.

/// A color with its opacity, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Color {
    pub(super) rgb: [f32; 3],
    pub(super) opacity: f32,
}

impl Color {
    /// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
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
            rgb: [level(0), level(1), level(2)],
            opacity: level(3),
        })
    }
}
