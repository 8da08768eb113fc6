//! The keys of callers: the first one, which may do everything, and named ones. Kept as hashes in memory, so that
//! checking a key touches no disk. Knows no HTTP.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::{Mutex, MutexGuard};

use super::api_key::ApiKeyHash;
use crate::store::KeyRecord;

/// Who calls: the holder of a valid key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// The name of the key; empty for the first one.
    pub(crate) name: String,
}

impl Caller {
    /// Whether it may do everything.
    pub(crate) fn is_first(&self) -> bool {
        self.name.is_empty()
    }

    /// Whether it may see and change runs of this owner.
    pub(crate) fn owns(&self, owner: &str) -> bool {
        self.is_first() || self.name == owner
    }
}

/// All valid keys.
pub(crate) struct Keys {
    first: ApiKeyHash,
    named: RwLock<HashMap<[u8; 32], KeyRecord>>,
    /// Held while a key is made or revoked, in the store and here.
    changing: Mutex<()>,
}

impl Keys {
    /// The first key, and named ones.
    pub(crate) fn new(first: ApiKeyHash, named: Vec<KeyRecord>) -> Self {
        let named = named.into_iter().map(|key| (key.hash, key));
        Self {
            first,
            named: RwLock::new(named.collect()),
            changing: Mutex::default(),
        }
    }

    /// The holder of a key; `None` if it is not valid.
    pub(crate) fn caller(&self, key: &[u8]) -> Option<Caller> {
        let candidate = ApiKeyHash::of_header(key);
        if candidate.equals(&self.first) {
            return Some(Caller {
                name: String::new(),
            });
        }
        // Nobody can choose the hash of a key, so the time of this search tells nothing about the others.
        let named = self.named();
        let name = named.get(candidate.bytes())?.name.clone();
        Some(Caller { name })
    }

    /// The named keys, by name.
    pub(crate) fn list(&self) -> Vec<KeyRecord> {
        let mut keys: Vec<KeyRecord> = self.named().values().cloned().collect();
        keys.sort_by(|one, other| one.name.cmp(&other.name));
        keys
    }

    /// Keeps others from making and revoking keys at the same time.
    pub(crate) async fn change(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Accepts a further key from now on.
    pub(crate) fn add(&self, key: KeyRecord) {
        self.changed().insert(key.hash, key);
    }

    /// Refuses the key with this name from now on.
    pub(crate) fn remove(&self, name: &str) {
        self.changed().retain(|_, key| key.name != name);
    }

    fn named(&self) -> RwLockReadGuard<'_, HashMap<[u8; 32], KeyRecord>> {
        self.named.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) -> RwLockWriteGuard<'_, HashMap<[u8; 32], KeyRecord>> {
        self.named.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, key: &str) -> KeyRecord {
        KeyRecord {
            name: name.to_owned(),
            hash: *ApiKeyHash::of(key.as_bytes()).bytes(),
            share: 1.0,
            created_at: None,
        }
    }

    #[test]
    fn a_key_has_the_name_under_which_it_was_made_until_it_is_removed() {
        let keys = Keys::new(ApiKeyHash::of(b"first"), vec![record("b", "second")]);
        keys.add(record("a", "third"));
        let name = |key: &str| keys.caller(key.as_bytes()).map(|caller| caller.name);
        let names = ["first", "second", "third", "", "b", "First"].map(name);
        let expected = [Some(""), Some("b"), Some("a"), None, None, None];
        assert_eq!(names, expected.map(|name| name.map(str::to_owned)));
        let listed: Vec<String> = keys.list().into_iter().map(|key| key.name).collect();
        assert_eq!(listed, ["a", "b"]);
        keys.remove("b");
        assert_eq!(keys.caller(b"second"), None);
        assert!(keys.caller(b"third").is_some() && keys.caller(b"first").is_some());
    }

    #[test]
    fn only_the_first_key_sees_the_runs_of_others() {
        let caller = |name: &str| Caller {
            name: name.to_owned(),
        };
        assert!(caller("").owns("") && caller("").owns("a") && caller("a").owns("a"));
        assert!(!caller("a").owns("") && !caller("a").owns("b"));
    }
}
