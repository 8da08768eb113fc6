//! The keys, each with its deployment's address, in the store that the person chose. A key is never sent to
//! another address.

use super::address::is_loopback;
use crate::storage::{self, Pairs, StorageArea};
use ui::StoredValue;

/// The name under which it is stored that the person was asked to remember keys.
pub(super) const ASKED: &str = "remember-asked";

/// Where a key is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyStore {
    /// In memory, until the page is closed or reloaded.
    Memory,
    /// In the browser's storage.
    Browser(StorageArea),
}

impl KeyStore {
    /// Where a key is stored unless the person chooses. In the browser if the deployment serves the page on this
    /// machine, so that a bookmark and a second tab work. Otherwise a reload keeps the connection, and closing the
    /// tab ends it.
    pub(super) fn by_default(base_url: &str, page: &str) -> Self {
        let serves_page = base_url.trim_end_matches('/') == page.trim_end_matches('/');
        match serves_page && is_loopback(base_url) {
            true => Self::Browser(StorageArea::Browser),
            false => Self::Browser(StorageArea::Tab),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_deployment_that_serves_the_page_on_this_machine_stays_in_the_browser() {
        let store = |base_url, page| KeyStore::by_default(base_url, page);
        let (own, other) = ("http://127.0.0.1:8787", "https://studio.example");
        let in_browser = KeyStore::Browser(StorageArea::Browser);
        let in_tab = KeyStore::Browser(StorageArea::Tab);
        assert_eq!(store(own, "http://127.0.0.1:8787/"), in_browser);
        assert_eq!(
            store("http://127.0.0.1:8788", "http://127.0.0.1:8787/"),
            in_tab
        );
        assert_eq!(store(other, "https://studio.example/"), in_tab);
        assert_eq!(store(own, "https://studio.example/"), in_tab);
    }
}
