//! Notes that this browser has dropped runs or input files to save space, so that the page can say so at any time. Keeps
//! none of them.

use crate::storage::{self, StorageArea};
use ui::RwSignal;

/// The name of the note about files.
const FILES: &str = "dropped-files";

/// What was dropped.
#[derive(Clone, Copy)]
pub(super) struct Dropped {
    /// Changes with every note.
    changes: RwSignal<u32>,
}

impl Dropped {
    pub(super) fn new() -> Self {
        Self {
            changes: RwSignal::new(0),
        }
    }

    /// Notes that runs at this deployment were dropped.
    pub(super) fn note_runs(self, base_url: &str) {
        self.note(&of_runs(base_url));
    }

    /// Notes that input files were dropped.
    pub(super) fn note_files(self) {
        self.note(FILES);
    }

    /// Whether runs at this deployment were dropped; tracked.
    pub(super) fn has_runs(self, base_url: &str) -> bool {
        self.is_noted(&of_runs(base_url))
    }

    /// Whether input files were dropped; tracked.
    pub(super) fn has_files(self) -> bool {
        self.is_noted(FILES)
    }

    fn note(self, name: &str) {
        storage::save(StorageArea::Browser, name, &true);
        // The page may be gone when files are dropped.
        let _ = self.changes.try_update(|changes| *changes += 1);
    }

    fn is_noted(self, name: &str) -> bool {
        self.changes.track();
        storage::load(StorageArea::Browser, name).unwrap_or(false)
    }
}

fn of_runs(base_url: &str) -> String {
    ["dropped-runs ", base_url].concat()
}
