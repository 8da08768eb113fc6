//! Keeps the file whose form is shown, so that the tab shows it again after a reload. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::File;

use super::state::{KEPT_FILE, Workflows};
use crate::database::{self, FORMS};
use crate::storage::{self, StorageArea};
use ui::spawn_local;

/// The key of the file in the database. A second tab replaces it.
const KEY: &str = "opened-file";

/// Keeps a file. Choosing a listed workflow ends that.
pub(super) fn keep(file: &File) {
    storage::save(StorageArea::Tab, KEPT_FILE, &file.name());
    let file = file.clone();
    spawn_local(async move {
        database::put(FORMS, KEY, &file).await;
    });
}

impl Workflows {
    /// Opens the kept file again.
    pub(super) fn reopen(self) {
        let Some(name) = storage::load::<String>(StorageArea::Tab, KEPT_FILE) else {
            return;
        };
        // Opening the file keeps it again.
        storage::remove(StorageArea::Tab, KEPT_FILE);
        spawn_local(async move {
            let kept = database::get(FORMS, KEY).await;
            let file = kept.and_then(|kept| kept.dyn_into::<File>().ok());
            // The person may have opened another one in the meantime.
            let is_first = self.opened.try_with_untracked(Option::is_none) == Some(true);
            if let Some(file) = file.filter(|file| is_first && file.name() == name) {
                self.open(file, false).await;
            }
        });
    }
}
