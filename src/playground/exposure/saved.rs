//! The choice of fields that this browser keeps for an opened workflow, under the same deployment and id as the
//! draft of its form.

use crate::storage::{self, StorageArea};

/// The exposure document that was kept.
pub(crate) fn saved(deployment: &str, id: &str) -> Option<String> {
    storage::load(StorageArea::Browser, &name(deployment, id))
}

/// Keeps an exposure document.
pub(super) fn save(deployment: &str, id: &str, exposure: &String) {
    storage::save(StorageArea::Browser, &name(deployment, id), exposure);
}

fn name(deployment: &str, id: &str) -> String {
    ["exposure.", deployment, " ", id].concat()
}
