//! Where each entry of a long list stands, so that only what is in view need be there. Pure: knows
//! heights, not what has them.

use std::ops::Range;

/// The tops of entries one below the other, in pixels.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    /// Where each entry begins; at last, where the list ends.
    tops: Vec<f64>,
}

impl Geometry {
    /// Entries of these heights.
    pub(super) fn of(heights: impl Iterator<Item = f64>) -> Self {
        let mut end = 0.0;
        let mut tops = vec![end];
        for height in heights {
            end += height;
            tops.push(end);
        }
        Self { tops }
    }

    /// The height of all.
    pub(super) fn height(&self) -> f64 {
        self.tops.last().copied().unwrap_or_default()
    }

    /// Where an entry begins; the end of all for one beyond them.
    pub(super) fn top(&self, place: usize) -> f64 {
        self.tops
            .get(place)
            .copied()
            .unwrap_or_else(|| self.height())
    }

    /// The entries of which something lies between two heights.
    pub(super) fn between(&self, from: f64, to: f64) -> Range<usize> {
        let count = self.tops.len().saturating_sub(1);
        let first = self.tops.partition_point(|top| *top <= from);
        let end = self.tops.partition_point(|top| *top < to);
        first.saturating_sub(1).min(count)..end.min(count)
    }
}

/// Which of `count` lines of one height lie between two heights, a few more on both sides, so that
/// they change only with every so many lines.
pub(super) fn lines(count: usize, height: f64, from: f64, to: f64) -> Range<usize> {
    const STEP: usize = 16;
    let first = (from / height).max(0.0) as usize / STEP * STEP;
    let end = ((to / height).max(0.0) as usize / STEP + 1) * STEP;
    first.min(count)..end.min(count)
}

#[cfg(test)]
mod tests;
