//! What a person looks for among the runs.

use super::filter::Filter;
use ui::RwSignal;

/// The page of all runs, and its filter.
#[derive(Clone, Copy)]
pub(crate) struct Browser {
    is_open: RwSignal<bool>,
    filter: RwSignal<Filter>,
}

impl Browser {
    pub(super) fn new() -> Self {
        Self {
            is_open: RwSignal::new(false),
            filter: RwSignal::new(Filter::default()),
        }
    }

    /// Whether the runs have the page of the results for themselves; tracked.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// Gives the runs the page of the results for themselves.
    pub(crate) fn open(&self) {
        self.is_open.set(true);
    }

    /// Closes the page, and removes its filter, which nothing would show any more.
    pub(super) fn close(&self) {
        self.filter.set(Filter::default());
        self.is_open.set(false);
    }

    /// Reads which runs are listed; tracked.
    pub(super) fn filter<U>(&self, read: impl FnOnce(&Filter) -> U) -> U {
        self.filter.with(read)
    }

    /// Changes which runs are listed.
    pub(super) fn set_filter(&self, change: impl FnOnce(&mut Filter)) {
        self.filter.update(change);
    }
}
