//! Which of the browser's tabs sent a run.

use super::persistence::new_id;
use crate::storage::{self, StorageArea};

/// The name under which the id is stored.
const NAME: &str = "tab";

/// The id of this tab. A reload keeps it.
pub(super) fn own_id() -> String {
    storage::load(StorageArea::Tab, NAME).unwrap_or_else(|| {
        let id = new_id();
        storage::save(StorageArea::Tab, NAME, &id);
        id
    })
}
