//! The choice of fields that this browser keeps for an opened workflow, under the deployment and the fingerprint of its
//! file.

use crate::storage::{self, StorageArea};

/// The exposure document that was kept.
pub(crate) fn saved(deployment: &str, file: &str) -> Option<String> {
    storage::load(StorageArea::Browser, &name(deployment, file))
}

/// Keeps an exposure document.
pub(super) fn save(deployment: &str, file: &str, exposure: &String) {
    storage::save(StorageArea::Browser, &name(deployment, file), exposure);
}

fn name(deployment: &str, file: &str) -> String {
    ["exposure.", deployment, " @", file].concat()
}
