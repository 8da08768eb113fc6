//! The named keys in memory, so that checking a key touches no disk.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};

use super::api_key::ApiKeyHash;
use super::caller::{Caller, KeyRefused};
use store::KeyRecord;

/// A key, and when it was last used, in milliseconds since 1970; 0 if it was not used since the start.
struct NamedKey {
    record: KeyRecord,
    used: AtomicI64,
    /// The last use that was stored.
    stored: AtomicI64,
}

impl NamedKey {
    fn new(record: KeyRecord) -> Self {
        Self {
            record,
            used: AtomicI64::new(0),
            stored: AtomicI64::new(0),
        }
    }

    /// As it is stored, with its last use.
    fn listed(&self) -> KeyRecord {
        let used = DateTime::from_timestamp_millis(self.used.load(Ordering::Relaxed));
        let used = used.filter(|used| used.timestamp_millis() > 0);
        KeyRecord {
            last_used_at: used.or(self.record.last_used_at),
            ..self.record.clone()
        }
    }
}

/// The named keys.
#[derive(Default)]
pub(super) struct NamedKeys {
    by_name: HashMap<String, Arc<NamedKey>>,
    /// By the hash of the key, and by the one before its regeneration.
    by_hash: HashMap<[u8; 32], Arc<NamedKey>>,
}

impl NamedKeys {
    /// The holder of a key, and until when it is valid. Nobody can choose the hash of a key, so the time of the search tells nothing about others.
    pub(super) fn caller(
        &self,
        candidate: &ApiKeyHash,
        now: DateTime<Utc>,
    ) -> Result<(Caller, Option<DateTime<Utc>>), KeyRefused> {
        let key = self
            .by_hash
            .get(candidate.bytes())
            .ok_or(KeyRefused::Unknown)?;
        let (record, terms) = (&key.record, &key.record.terms);
        let is_current = record.hash == *candidate.bytes();
        let earlier_until = record.earlier.map(|earlier| earlier.until);
        if !is_current && earlier_until.is_none_or(|until| until <= now) {
            return Err(KeyRefused::Regenerated);
        }
        if terms.expires_at.is_some_and(|end| end <= now) {
            return Err(KeyRefused::Expired);
        }
        key.used.store(now.timestamp_millis(), Ordering::Relaxed);
        let ends = [terms.expires_at, earlier_until.filter(|_| !is_current)];
        let until = ends.into_iter().flatten().min();
        Ok((Caller::named(&record.name, terms), until))
    }

    /// The holder of the key whose links have this id, and until when it is valid.
    pub(super) fn caller_by_link_id(
        &self,
        link_id: &str,
        now: DateTime<Utc>,
    ) -> Result<(Caller, Option<DateTime<Utc>>), KeyRefused> {
        let is_it = |key: &&Arc<NamedKey>| key.record.link_id == link_id;
        let key = self.by_name.values().find(is_it);
        let record = &key.ok_or(KeyRefused::Unknown)?.record;
        match record.terms.expires_at {
            Some(end) if end <= now => Err(KeyRefused::Expired),
            until => Ok((Caller::named(&record.name, &record.terms), until)),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<KeyRecord> {
        Some(self.by_name.get(name)?.listed())
    }

    /// The id that links to outputs of this key's runs are signed for.
    pub(super) fn link_id(&self, name: &str) -> Option<String> {
        Some(self.by_name.get(name)?.record.link_id.clone())
    }

    /// By name.
    pub(super) fn list(&self) -> Vec<KeyRecord> {
        let mut keys: Vec<KeyRecord> = self.by_name.values().map(|key| key.listed()).collect();
        keys.sort_by(|one, other| one.name.cmp(&other.name));
        keys
    }

    /// The keys that were used since this was last called, and when.
    pub(super) fn take_uses(&self) -> Vec<(String, DateTime<Utc>)> {
        let use_of = |key: &Arc<NamedKey>| {
            let used = key.used.load(Ordering::Relaxed);
            let is_new = key.stored.swap(used, Ordering::Relaxed) != used;
            let at = DateTime::from_timestamp_millis(used).filter(|_| is_new)?;
            Some((key.record.name.clone(), at))
        };
        self.by_name.values().filter_map(use_of).collect()
    }

    /// Accepts a key from now on, in place of the one with its name.
    pub(super) fn put(&mut self, record: KeyRecord) {
        let name = record.name.clone();
        let before = self.by_name.get(&name).cloned();
        self.remove(&name);
        let hashes = [
            Some(record.hash),
            record.earlier.map(|earlier| earlier.hash),
        ];
        let key = Arc::new(NamedKey::new(record));
        if let Some(before) = before {
            for (after, before) in [(&key.used, &before.used), (&key.stored, &before.stored)] {
                after.store(before.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        for hash in hashes.into_iter().flatten() {
            self.by_hash.insert(hash, key.clone());
        }
        self.by_name.insert(name, key);
    }

    /// Refuses the key with this name from now on.
    pub(super) fn remove(&mut self, name: &str) {
        self.by_name.remove(name);
        self.by_hash.retain(|_, key| key.record.name != name);
    }

    /// Whether links to the outputs of runs are signed for this id.
    pub(super) fn has_link_id(&self, link_id: &str) -> bool {
        self.by_name
            .values()
            .any(|key| key.record.link_id == link_id)
    }
}
