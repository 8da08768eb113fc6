//! Whether the queue is open: beside the results where there is room, or else below the form; on a narrow page, on top of
//! everything, or at the end of the page.

use crate::developers::Developers;
use crate::media_query::{NARROW, ROOMY, WIDE};
use crate::storage::{self, StorageArea};
use ui::{RwSignal, untrack};

/// The name under which the choice for a wide page is stored.
const STORED: &str = "queue-open";

/// Whether the queue is open.
#[derive(Clone, Copy)]
pub(crate) struct QueueColumn {
    is_narrow: RwSignal<bool>,
    is_wide: RwSignal<bool>,
    is_roomy: RwSignal<bool>,
    /// The choice for a page with room for it, which is kept.
    in_place: RwSignal<bool>,
    /// The choice for a narrow page.
    on_top: RwSignal<bool>,
    developers: Developers,
}

impl QueueColumn {
    /// Open where there is room, unless it was closed on an earlier visit.
    pub(crate) fn start(developers: Developers) -> Self {
        let stored = storage::load(StorageArea::Browser, STORED);
        Self {
            is_narrow: NARROW.follow(),
            is_wide: WIDE.follow(),
            is_roomy: ROOMY.follow(),
            in_place: RwSignal::new(stored.unwrap_or(true)),
            on_top: RwSignal::new(false),
            developers,
        }
    }

    /// Whether it is open; tracked.
    pub(crate) fn is_open(self) -> bool {
        let is_chosen = match self.is_narrow.get() {
            false => self.in_place.get(),
            true => self.on_top.get(),
        };
        is_chosen && !self.is_covered()
    }

    /// Whether there is room for a column beside the results; tracked.
    pub(crate) fn has_room(self) -> bool {
        self.is_wide.get() && !self.is_covered()
    }

    /// Whether it is open and covers the results; tracked.
    pub(super) fn is_on_top(self) -> bool {
        self.is_open() && self.is_narrow.get()
    }

    /// Opens or closes it. Where there is no room for both, this closes the Code panel.
    pub(crate) fn toggle(self) {
        let open = untrack(|| !self.is_open());
        if untrack(|| self.is_covered()) {
            self.developers.toggle(false);
        }
        if self.is_narrow.get_untracked() {
            self.on_top.set(open);
        } else {
            self.in_place.set(open);
            storage::save(StorageArea::Browser, STORED, &open);
        }
    }

    /// Whether the Code panel is in its place.
    fn is_covered(self) -> bool {
        self.developers.is_open() && !self.is_roomy.get()
    }
}
