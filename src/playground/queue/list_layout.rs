//! The positions of a long list's entries, so that only those in view are in the page. Pure: knows
//! heights, not what has them.

use std::ops::Range;

/// The offsets of stacked entries, in pixels.
#[derive(Debug, Default)]
pub(super) struct ListLayout {
    /// The start of each entry, then the end of the list.
    offsets: Vec<f64>,
}

impl ListLayout {
    /// Stacks entries of these heights.
    pub(super) fn of(heights: impl Iterator<Item = f64>) -> Self {
        let mut end = 0.0;
        let mut offsets = vec![end];
        for height in heights {
            end += height;
            offsets.push(end);
        }
        Self { offsets }
    }

    /// The height of the list.
    pub(super) fn height(&self) -> f64 {
        self.offsets.last().copied().unwrap_or_default()
    }

    /// The start of an entry; the end of the list for an index beyond it.
    pub(super) fn offset(&self, index: usize) -> f64 {
        self.offsets
            .get(index)
            .copied()
            .unwrap_or_else(|| self.height())
    }

    /// The entries that overlap this range of pixels.
    pub(super) fn entries_between(&self, from: f64, to: f64) -> Range<usize> {
        let count = self.offsets.len().saturating_sub(1);
        let first = self.offsets.partition_point(|offset| *offset <= from);
        let end = self.offsets.partition_point(|offset| *offset < to);
        first.saturating_sub(1).min(count)..end.min(count)
    }
}

/// Which of `count` rows of the same height overlap this range of pixels. The range is extended to
/// multiples of 16 rows, so that it changes rarely while scrolling.
pub(super) fn rows_between(count: usize, height: f64, from: f64, to: f64) -> Range<usize> {
    const STEP: usize = 16;
    let first = (from / height).max(0.0) as usize / STEP * STEP;
    let end = ((to / height).max(0.0) as usize / STEP + 1) * STEP;
    first.min(count)..end.min(count)
}

#[cfg(test)]
mod tests;
