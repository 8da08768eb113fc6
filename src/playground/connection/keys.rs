//! The keys, each with its deployment's address, in the store that the person chose. A key is never sent to
//! another address.

use crate::storage::{self, Pairs, StorageArea};
use ui::StoredValue;

/// Where a key is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyStore {
    /// In memory, until the page is closed or reloaded.
    Memory,
    /// In the browser's storage.
    Browser(StorageArea),
}

impl Default for KeyStore {
    /// A reload keeps the connection; closing the tab ends it.
    fn default() -> Self {
        Self::Browser(StorageArea::Tab)
    }
}

/// The keys that this page knows.
#[derive(Clone, Copy)]
pub(super) struct Keys(StoredValue<Pairs>);

impl Default for Keys {
    fn default() -> Self {
        Self(StoredValue::new(Pairs::new()))
    }
}

impl Keys {
    /// A deployment's key, and where it is stored.
    pub(super) fn get(self, base_url: &str) -> Option<(String, KeyStore)> {
        if let Some(key) = self.0.with_value(|pairs| find(pairs, base_url)) {
            return Some((key, KeyStore::Memory));
        }
        let areas = [StorageArea::Tab, StorageArea::Browser].into_iter();
        let mut stored =
            areas.filter_map(|area| Some((find(&load(area), base_url)?, KeyStore::Browser(area))));
        stored.next()
    }

    /// Stores a key, and removes it from every other store. If the browser stores nothing, the key stays in
    /// memory.
    pub(super) fn put(self, base_url: &str, key: &str, store: KeyStore) {
        self.remove(base_url);
        let pair = (base_url.to_owned(), key.to_owned());
        if let KeyStore::Browser(area) = store {
            let mut pairs = load(area);
            pairs.push(pair.clone());
            storage::save(area, "keys", &pairs);
        }
        if self.get(base_url).is_none() {
            self.0.update_value(|pairs| pairs.push(pair));
        }
    }

    /// Removes a deployment's key from every store.
    pub(super) fn remove(self, base_url: &str) {
        self.0
            .update_value(|pairs| pairs.retain(|(own, _)| own != base_url));
        for area in [StorageArea::Tab, StorageArea::Browser] {
            let mut pairs = load(area);
            pairs.retain(|(own, _)| own != base_url);
            if pairs.is_empty() {
                storage::remove(area, "keys");
            } else {
                storage::save(area, "keys", &pairs);
            }
        }
    }
}

fn load(area: StorageArea) -> Pairs {
    storage::load(area, "keys").unwrap_or_default()
}

fn find(pairs: &Pairs, base_url: &str) -> Option<String> {
    let found = pairs.iter().find(|(own, _)| own == base_url);
    found.map(|(_, key)| key.clone())
}
