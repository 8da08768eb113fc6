//! The edits of the images that were edited last, so that an edited image can be edited further.

use std::cell::RefCell;

use web_sys::File;

use super::steps::Steps;

/// How many edits are remembered: each keeps its original in memory.
const MAX_EDITS: usize = 16;

thread_local! {
    static EDITS: RefCell<Vec<Edit>> = const { RefCell::new(Vec::new()) };
}

/// What was done to an image.
#[derive(Clone)]
pub(super) struct Edit {
    pub(super) edited: File,
    pub(super) original: File,
    pub(super) steps: Steps,
    /// How soft the edge of the mask is, in pixels of the image.
    pub(super) feather: f64,
}

/// The edit that this file came from.
pub(super) fn of(file: &File) -> Option<Edit> {
    let is_its = |edit: &&Edit| edit.edited == *file;
    EDITS.with_borrow(|edits| edits.iter().find(is_its).cloned())
}

/// Remembers an edit, instead of the oldest one if there are too many.
pub(super) fn remember(edit: Edit) {
    EDITS.with_borrow_mut(|edits| {
        if edits.len() == MAX_EDITS {
            edits.remove(0);
        }
        edits.push(edit);
    });
}
