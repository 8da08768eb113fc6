//! The keys, each kept with its deployment's address and where the person chose: in memory, until the
//! tab is closed, or in the browser. A key never goes to another address.

use crate::playground::signal::StoredValue;
use crate::playground::storage::{self, Pairs, Place};

/// Where the key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// In memory, until the page is left.
    Page,
    /// In the browser.
    Stored(Place),
}

/// The keys this page knows.
#[derive(Clone, Copy)]
pub(super) struct Keys(StoredValue<Pairs>);

impl Default for Keys {
    fn default() -> Self {
        Self(StoredValue::new(Pairs::new()))
    }
}

impl Keys {
    /// A deployment's key, and where it is kept.
    pub(super) fn of(self, base_url: &str) -> (Option<String>, Keep) {
        if let Some(key) = self.0.with_value(|pairs| find(pairs, base_url)) {
            return (Some(key), Keep::Page);
        }
        for place in [Place::Tab, Place::Browser] {
            if let Some(key) = find(&load(place), base_url) {
                return (Some(key), Keep::Stored(place));
            }
        }
        (None, Keep::Page)
    }

    /// Keeps a key in one place alone.
    pub(super) fn keep(self, base_url: &str, key: &str, keep: Keep) {
        self.forget(base_url);
        let pair = (base_url.to_owned(), key.to_owned());
        match keep {
            Keep::Page => self.0.update_value(|pairs| pairs.push(pair)),
            Keep::Stored(place) => {
                let mut pairs = load(place);
                pairs.push(pair);
                storage::save(place, "keys", &pairs);
            }
        }
    }

    /// Forgets a deployment's key wherever it is.
    pub(super) fn forget(self, base_url: &str) {
        self.0
            .update_value(|pairs| pairs.retain(|(own, _)| own != base_url));
        for place in [Place::Tab, Place::Browser] {
            let mut pairs = load(place);
            pairs.retain(|(own, _)| own != base_url);
            if pairs.is_empty() {
                storage::remove(place, "keys");
            } else {
                storage::save(place, "keys", &pairs);
            }
        }
    }
}

fn load(place: Place) -> Pairs {
    storage::load(place, "keys").unwrap_or_default()
}

fn find(pairs: &Pairs, base_url: &str) -> Option<String> {
    let found = pairs.iter().find(|(own, _)| own == base_url);
    found.map(|(_, key)| key.clone())
}
