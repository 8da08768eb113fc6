//! Counts wrong answers of an engine: a few may pass, but a run may not wait for ever for a good one. No I/O.

use std::time::Instant;

use comfy_client::EngineLimits;

/// The wrong answers since the last good one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Faults {
    count: u32,
    /// How many of them were answers that did not come.
    stalls: u32,
    first: Option<Instant>,
}

impl Faults {
    /// Counts one.
    pub(crate) fn count(&mut self) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert_with(Instant::now);
    }

    /// Counts an answer that did not come. That takes long itself, so fewer of them are too many.
    pub(crate) fn count_stall(&mut self) {
        self.count();
        self.stalls = self.stalls.saturating_add(1);
    }

    /// Whether they are too many and last for too long.
    pub(crate) fn exceed(&self, limits: &EngineLimits) -> bool {
        let lasts = |first: Instant| first.elapsed() >= limits.settle_time;
        let is_wrong = self.count >= limits.settle_errors && self.first.is_some_and(lasts);
        is_wrong || self.stalls >= limits.settle_stalls
    }
}
