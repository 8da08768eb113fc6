//! The first key: it may do everything.

use chrono::{DateTime, Utc};

use super::api_key::ApiKeyHash;
use store::{EarlierKey, FirstKeyRecord};

/// The first key, without the key itself.
pub(crate) struct FirstKey {
    hash: ApiKeyHash,
    kept: FirstKeyRecord,
}

impl FirstKey {
    /// The first key, with what the store keeps of it.
    pub(crate) fn new(hash: ApiKeyHash, kept: FirstKeyRecord) -> Self {
        Self { hash, kept }
    }

    /// Until when a key is valid that is the first one, or the one before it; `None` for another key.
    pub(super) fn valid_until(
        &self,
        candidate: &ApiKeyHash,
        now: DateTime<Utc>,
    ) -> Option<Option<DateTime<Utc>>> {
        let is_earlier = |earlier: &EarlierKey| {
            earlier.until > now && candidate.equals(&ApiKeyHash::from_bytes(earlier.hash))
        };
        let earlier = self.kept.earlier.filter(is_earlier);
        match candidate.equals(&self.hash) {
            true => Some(None),
            false => earlier.map(|earlier| Some(earlier.until)),
        }
    }

    /// Whether a key is this one, and not the one before it.
    pub(super) fn is_now(&self, candidate: &ApiKeyHash) -> bool {
        candidate.equals(&self.hash)
    }

    /// The same key after its regeneration: links stay.
    pub(super) fn regenerated(&self, hash: ApiKeyHash, until: DateTime<Utc>) -> Self {
        let kept = FirstKeyRecord {
            link_id: self.kept.link_id.clone(),
            earlier: Some(self.as_earlier(until)),
        };
        Self::new(hash, kept)
    }

    /// The key as the one before a regeneration.
    pub(super) fn as_earlier(&self, until: DateTime<Utc>) -> EarlierKey {
        EarlierKey {
            hash: *self.hash.bytes(),
            until,
        }
    }

    /// The id that its links are signed with.
    pub(super) fn link_id(&self) -> &str {
        &self.kept.link_id
    }
}
