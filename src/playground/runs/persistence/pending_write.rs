//! Unfinished writes to the database. `localStorage` holds them in the meantime, so that they survive
//! leaving the page. A run that is too large for it exists only in the database.

use js_sys::JSON;
use wasm_bindgen::JsValue;

use crate::storage::{self, StorageArea};

/// The prefix of the storage keys; a run's key follows.
const PREFIX: &str = "run ";

/// A run that is being written.
pub(super) struct PendingWrite {
    /// The run's key.
    pub(super) id: String,
    /// The value for the database.
    pub(super) value: JsValue,
    text: String,
}

impl PendingWrite {
    /// Starts to write a run.
    pub(super) fn new(id: &str, value: JsValue) -> Self {
        let text = JSON::stringify(&value).map(String::from);
        let write = Self {
            id: id.to_owned(),
            value,
            text: text.unwrap_or_default(),
        };
        storage::save(StorageArea::Browser, &storage_key(id), &write.text);
        write
    }

    /// Ends the write, whether it succeeded or not. A later write of the same run stays.
    pub(super) fn finish(self) {
        if storage::load(StorageArea::Browser, &storage_key(&self.id)) == Some(self.text) {
            remove(&self.id);
        }
    }
}

/// Drops the pending write of a run.
pub(super) fn remove(id: &str) {
    storage::remove(StorageArea::Browser, &storage_key(id));
}

/// Every write that was interrupted.
pub(super) fn all() -> Vec<PendingWrite> {
    let write = |key: String| {
        let text: String = storage::load(StorageArea::Browser, &key)?;
        let value = JSON::parse(&text).ok()?;
        let id = key.strip_prefix(PREFIX)?.to_owned();
        Some(PendingWrite { id, value, text })
    };
    let keys = storage::names(StorageArea::Browser, PREFIX);
    keys.into_iter().filter_map(write).collect()
}

fn storage_key(id: &str) -> String {
    [PREFIX, id].concat()
}
