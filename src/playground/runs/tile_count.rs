//! How many tiles of the list are in the page: the first ones, and more when its end comes near. Each frame adds a
//! few, so that scrolling stays smooth.

use web_sys::Element;

use ui::{RwSignal, StoredValue, request_animation_frame};

/// The number of tiles that are in the page at first.
const FIRST: usize = 48;
/// The number of tiles that one frame adds.
const PER_FRAME: usize = 4;
/// How near the end is, in pixels, when tiles are added.
const NEAR: i32 = 1200;

/// How many tiles are in the page.
#[derive(Clone, Copy)]
pub(super) struct TileCount {
    count: RwSignal<usize>,
    is_growing: StoredValue<bool>,
}

impl TileCount {
    /// The number of tiles at first.
    pub(super) fn new() -> Self {
        Self {
            count: RwSignal::new(FIRST),
            is_growing: StoredValue::new(false),
        }
    }

    /// The number of tiles; tracked.
    pub(super) fn get(self) -> usize {
        self.count.get()
    }

    /// Back to the number at first.
    pub(super) fn reset(self) {
        self.count.set(FIRST);
    }

    /// Adds tiles until there are `total`, as long as the end of `list` is near.
    pub(super) fn grow(self, list: Element, total: impl Fn() -> Option<usize> + 'static) {
        let was_growing = self
            .is_growing
            .try_update_value(|is_growing| std::mem::replace(is_growing, true));
        if was_growing == Some(false) {
            request_animation_frame(move || self.grow_in_frame(list, total));
        }
    }

    fn grow_in_frame(self, list: Element, total: impl Fn() -> Option<usize> + 'static) {
        self.is_growing.set_value(false);
        // The list may have gone in the meantime.
        let (Some(count), Some(all)) = (self.count.try_get_untracked(), total()) else {
            return;
        };
        if count < all && is_near_end(&list) {
            self.count.set(count + PER_FRAME);
            self.grow(list, total);
        }
    }
}

/// Whether there are few pixels beyond those in view, in the direction that the list scrolls in.
fn is_near_end(list: &Element) -> bool {
    let right = list.scroll_width() - list.scroll_left() - list.client_width();
    let below = list.scroll_height() - list.scroll_top() - list.client_height();
    right.max(below) < NEAR
}
