//! Whether the queue is open: a column of its own on a wide page, on top of the results on a narrower one.

use crate::developers::Developers;
use crate::media_query::{ROOMY, WIDE};
use crate::storage::{self, StorageArea};
use ui::{RwSignal, untrack};

/// The name under which the choice for a wide page is stored.
const STORED: &str = "queue-open";

/// Whether the queue is open.
#[derive(Clone, Copy)]
pub(crate) struct QueueColumn {
    is_wide: RwSignal<bool>,
    is_roomy: RwSignal<bool>,
    /// The choice for a wide page, which is kept.
    in_column: RwSignal<bool>,
    /// The choice for a narrower page.
    on_top: RwSignal<bool>,
    developers: Developers,
}

impl QueueColumn {
    /// Open on a wide page, unless it was closed on an earlier visit.
    pub(crate) fn start(developers: Developers) -> Self {
        let stored = storage::load(StorageArea::Browser, STORED);
        Self {
            is_wide: WIDE.follow(),
            is_roomy: ROOMY.follow(),
            in_column: RwSignal::new(stored.unwrap_or(true)),
            on_top: RwSignal::new(false),
            developers,
        }
    }

    /// Whether it is open; tracked.
    pub(crate) fn is_open(self) -> bool {
        let is_chosen = match self.is_wide.get() {
            true => self.in_column.get(),
            false => self.on_top.get(),
        };
        is_chosen && !self.is_covered()
    }

    /// Whether there is room for a column beside the results; tracked.
    pub(crate) fn has_room(self) -> bool {
        self.is_wide.get() && !self.is_covered()
    }

    /// Whether it is open and covers the results; tracked.
    pub(super) fn is_on_top(self) -> bool {
        self.is_open() && !self.is_wide.get()
    }

    /// Opens or closes it. Where there is no room for both, this closes the Code panel.
    pub(crate) fn toggle(self) {
        let open = untrack(|| !self.is_open());
        if untrack(|| self.is_covered()) {
            self.developers.toggle(false);
        }
        if self.is_wide.get_untracked() {
            self.in_column.set(open);
            storage::save(StorageArea::Browser, STORED, &open);
        } else {
            self.on_top.set(open);
        }
    }

    /// Whether the Code panel is in its place.
    fn is_covered(self) -> bool {
        self.developers.is_open() && !self.is_roomy.get()
    }
}
