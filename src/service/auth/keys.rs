//! The keys of callers: the first one, which may do everything, and named ones. Kept as hashes in memory, so that
//! checking a key touches no disk. Knows no HTTP.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use chrono::{DateTime, Utc};
use tokio::sync::{Mutex, MutexGuard, watch};

use super::api_key::ApiKeyHash;
use super::caller::{Caller, KeyRefused};
use super::first_key::FirstKey;
use super::named_keys::NamedKeys;
use super::run_tokens::{RunToken, RunTokens};
use crate::clock;
use store::{EarlierKey, KeyRecord};

/// A caller, and until when its key is valid.
pub(super) type Valid = Result<(Caller, Option<DateTime<Utc>>), KeyRefused>;

/// All valid keys.
pub(crate) struct Keys {
    first: RwLock<FirstKey>,
    named: RwLock<NamedKeys>,
    /// Held while a key is changed, in the store and here.
    changing: Mutex<()>,
    /// Told when a key has changed.
    changes: watch::Sender<()>,
}

impl Keys {
    /// The first key, and named ones.
    pub(crate) fn new(first: FirstKey, named: Vec<KeyRecord>) -> Self {
        let mut keys = NamedKeys::default();
        named.into_iter().for_each(|key| keys.put(key));
        Self {
            first: RwLock::new(first),
            named: RwLock::new(keys),
            changing: Mutex::default(),
            changes: watch::Sender::new(()),
        }
    }

    /// The holder of a key or of a token, and until when it is valid as far as is known now.
    ///
    /// # Errors
    /// Why it is not valid now.
    pub(super) fn valid_until_with(&self, tokens: &RunTokens, key: &[u8]) -> Valid {
        let now = clock::now();
        match self.valid_until(&ApiKeyHash::of_header(key), now) {
            Err(KeyRefused::Unknown) => match tokens.read(key) {
                Some(token) => self.holder_of(token, now),
                None => Err(KeyRefused::Unknown),
            },
            known => known,
        }
    }

    /// The holder of a token: it may do what the key may that made it, but only with its run.
    fn holder_of(&self, token: RunToken, now: DateTime<Utc>) -> Valid {
        if token.expires_at <= now {
            return Err(KeyRefused::TokenExpired);
        }
        let (maker, until) = match read(&self.first).link_id() == token.link_id {
            true => (Caller::first(), None),
            false => read(&self.named).caller_by_link_id(&token.link_id, now)?,
        };
        let until = until.map_or(token.expires_at, |until| until.min(token.expires_at));
        Ok((maker.for_run(token.run_id), Some(until)))
    }

    fn valid_until(&self, key: &ApiKeyHash, now: DateTime<Utc>) -> Valid {
        match read(&self.first).valid_until(key, now) {
            Some(until) => Ok((Caller::first(), until)),
            None => read(&self.named).caller(key, now),
        }
    }

    /// Tells when a key has changed.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// The named key.
    pub(crate) fn get(&self, name: &str) -> Option<KeyRecord> {
        read(&self.named).get(name)
    }

    /// The named keys, by name.
    pub(crate) fn list(&self) -> Vec<KeyRecord> {
        read(&self.named).list()
    }

    /// The named keys that were used since their last use was stored, and when.
    pub(crate) fn take_uses(&self) -> Vec<(String, DateTime<Utc>)> {
        read(&self.named).take_uses()
    }

    /// Keeps others from changing keys at the same time.
    pub(crate) async fn change(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Accepts a key from now on, in place of the one with its name.
    pub(crate) fn put(&self, key: KeyRecord) {
        let mut named = self.named.write().unwrap_or_else(PoisonError::into_inner);
        named.put(key);
        drop(named);
        self.changes.send_replace(());
    }

    /// Refuses the key with this name from now on.
    pub(crate) fn remove(&self, name: &str) {
        let mut named = self.named.write().unwrap_or_else(PoisonError::into_inner);
        named.remove(name);
        drop(named);
        self.changes.send_replace(());
    }

    /// Accepts another first key from now on, and the one of before until this time.
    pub(crate) fn regenerate_first(&self, hash: ApiKeyHash, until: DateTime<Utc>) {
        let mut first = self.first.write().unwrap_or_else(PoisonError::into_inner);
        *first = first.regenerated(hash, until);
        drop(first);
        self.changes.send_replace(());
    }

    /// Whether this is the first key now.
    pub(crate) fn is_first(&self, key: &ApiKeyHash) -> bool {
        read(&self.first).is_now(key)
    }

    /// The first key as the one before a regeneration, and the id that its links are signed with.
    pub(crate) fn earlier_first(&self, until: DateTime<Utc>) -> (EarlierKey, String) {
        let first = read(&self.first);
        (first.as_earlier(until), first.link_id().to_owned())
    }

    /// The id that links of this owner's runs are signed for. Those of a revoked key are the first key's.
    pub(crate) fn link_id(&self, owner: &str) -> String {
        let named = read(&self.named).link_id(owner);
        named.unwrap_or_else(|| read(&self.first).link_id().to_owned())
    }

    /// Whether links that are signed for this id are valid.
    pub(crate) fn has_link_id(&self, link_id: &str) -> bool {
        read(&self.first).link_id() == link_id || read(&self.named).has_link_id(link_id)
    }
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
