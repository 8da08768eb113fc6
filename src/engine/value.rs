//! What flows along the links of a running graph. Knows nothing of nodes.

use std::sync::Arc;

use image::{ImageBuffer, Luma, Rgb32FImage};
use serde_json::Value as Json;

/// One picture: red, green and blue from 0 to 1.
pub(crate) type Frame = Rgb32FImage;

/// One mask: from 0 (opaque) to 1 (transparent), as ComfyUI's LoadImage gives it.
pub(crate) type Mask = ImageBuffer<Luma<f32>, Vec<f32>>;

/// The most pixels one batch may hold: 400 MB of it in memory.
pub(crate) const MAX_PIXELS: u64 = 1 << 25;

/// A value on its way from one node to the next.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A batch of pictures of one size, at least one.
    Image(Arc<Vec<Frame>>),
    /// A batch of masks of one size, at least one.
    Mask(Arc<Vec<Mask>>),
    /// A text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A decimal number, finite.
    Float(f64),
    /// Yes or no.
    Boolean(bool),
    /// JSON that no node has a type for.
    Json(Json),
}

impl Value {
    /// How many pixels it keeps in memory.
    pub(crate) fn pixels(&self) -> u64 {
        match self {
            Self::Image(frames) => frames.iter().map(|frame| pixels(frame.dimensions())).sum(),
            Self::Mask(masks) => masks.iter().map(|mask| pixels(mask.dimensions())).sum(),
            _ => 0,
        }
    }

    /// What it is, in a word for an error message.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Image(_) => "an image",
            Self::Mask(_) => "a mask",
            Self::Text(_) => "a text",
            Self::Int(_) => "a whole number",
            Self::Float(_) => "a number",
            Self::Boolean(_) => "a boolean",
            Self::Json(_) => "a JSON value",
        }
    }

    /// Its text as ComfyUI's PreviewAny shows it: `True` for a boolean, `2.0` for a decimal.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Image(frames) => batch(
                "image",
                frames.len(),
                frames.first().map(|f| f.dimensions()),
            ),
            Self::Mask(masks) => batch("mask", masks.len(), masks.first().map(|m| m.dimensions())),
            Self::Text(text) => text.clone(),
            Self::Int(number) => number.to_string(),
            Self::Float(number) => format!("{number:?}"),
            Self::Boolean(true) => "True".to_owned(),
            Self::Boolean(false) => "False".to_owned(),
            Self::Json(json) => json.to_string(),
        }
    }
}

fn pixels((width, height): (u32, u32)) -> u64 {
    u64::from(width) * u64::from(height)
}

fn batch(noun: &str, count: usize, size: Option<(u32, u32)>) -> String {
    let (width, height) = size.unwrap_or_default();
    format!(
        "{count} {noun}{} of {width} × {height}",
        if count == 1 { "" } else { "s" }
    )
}
