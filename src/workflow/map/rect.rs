//! Rectangles.

use serde::{Serialize, Serializer};

/// A rectangle; serialized as `[x, y, width, height]` in whole units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    pub(super) fn new([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The smallest rectangle around others; `None` without any.
    pub(super) fn around<'a>(rects: impl IntoIterator<Item = &'a Self>) -> Option<Self> {
        let union = |one: Self, other: Self| {
            let (x, y) = (one.x.min(other.x), one.y.min(other.y));
            let right = one.right().max(other.right());
            let bottom = one.bottom().max(other.bottom());
            Self::new([x, y], [right - x, bottom - y])
        };
        rects.into_iter().copied().reduce(union)
    }

    pub(super) fn moved(&self, x: f64, y: f64) -> Self {
        Self::new([self.x + x, self.y + y], [self.width, self.height])
    }

    pub(super) fn grown(&self, by: f64) -> Self {
        let size = [self.width + 2.0 * by, self.height + 2.0 * by];
        Self::new([self.x - by, self.y - by], size)
    }

    /// The part of it that is in another rectangle.
    pub(super) fn within(&self, other: &Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        (width > 0.0 && height > 0.0).then(|| Self::new([x, y], [width, height]))
    }
}

impl Serialize for Rect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y, self.width, self.height]
            .map(|side| side.round() as i32)
            .serialize(serializer)
    }
}
