//! The progress of one node, counted in steps. Does not know who displays it.

use std::cell::Cell;

/// The progress of one node.
pub(crate) struct Progress<'a> {
    done: Cell<u32>,
    total: Cell<u32>,
    /// Called after each step with the steps done and the total.
    report: &'a dyn Fn(u32, u32),
}

impl<'a> Progress<'a> {
    /// Progress at zero, with an unknown total.
    pub(crate) fn new(report: &'a dyn Fn(u32, u32)) -> Self {
        Self {
            done: Cell::new(0),
            total: Cell::new(0),
            report,
        }
    }

    /// Sets the total number of steps.
    pub(crate) fn set_total(&self, steps: usize) {
        self.total.set(u32::try_from(steps).unwrap_or(u32::MAX));
    }

    /// Counts one step and reports it, unless the total is exceeded.
    pub(crate) fn advance(&self) {
        let done = self.done.get().saturating_add(1);
        self.done.set(done);
        if done <= self.total.get() {
            (self.report)(done, self.total.get());
        }
    }
}
