//! The regeneration of keys: of a named key, and of the first key, which is in a file.

use chrono::{DateTime, TimeDelta, Utc};

use super::{CreatedKey, KeyOperations, MANAGE_KEYS, unknown};
use crate::auth::{ApiKeyHash, Caller, random_key, replace_key_in};
use crate::clock;
use crate::operations::access::Needs;
use crate::operations::detached::to_the_end;
use crate::operations::error::DomainError;
use store::{AuditAction, Author, EarlierKey, FIRST_KEY, FirstKeyRecord};

/// To replace the first key.
pub const REGENERATE_FIRST_KEY: Needs = Needs::FIRST_KEY;

/// The longest time for which a regenerated key stays valid, in seconds.
const MAX_GRACE: u64 = 30 * 24 * 3600;

impl KeyOperations {
    /// Makes another key with the same name and terms. The earlier key stays valid for this many seconds.
    pub async fn regenerate(
        &self,
        caller: &Caller,
        name: String,
        grace: u64,
    ) -> Result<CreatedKey, DomainError> {
        self.access.require(caller, MANAGE_KEYS)?;
        let until = grace_end(grace)?;
        let before = self.known(&name)?.hash;
        let (own, by) = (self.clone(), caller.author());
        to_the_end(async move {
            let _changing = own.keys.change().await;
            let mut record = own.known(&name)?;
            if record.hash != before {
                let why = format!("regenerating the key {name}: it was regenerated meanwhile");
                return Err(DomainError::Conflict(why));
            }
            let key = random_key();
            record.earlier = (until > clock::now()).then_some(EarlierKey {
                hash: record.hash,
                until,
            });
            record.hash = *ApiKeyHash::of(key.as_bytes()).bytes();
            let line = by.does(AuditAction::RegenerateKey, &name);
            let changed = own.store.change_key(record, line).await?;
            tracing::info!("regenerated the key {name}");
            let entry = own.accept(changed.ok_or_else(|| unknown(&name))?);
            Ok::<_, DomainError>(CreatedKey { entry, key })
        })
        .await
    }

    /// Makes another first key and returns it; it is shown only once. The earlier key, which the caller uses, stays
    /// valid for this many seconds.
    pub async fn regenerate_first(
        &self,
        caller: &Caller,
        used: Option<&[u8]>,
        grace: u64,
    ) -> Result<String, DomainError> {
        self.access.require(caller, REGENERATE_FIRST_KEY)?;
        let until = grace_end(grace)?;
        if !self.has_key_file {
            return Err(DomainError::Conflict(
                "regenerating the first key: it comes from FLOWDECK_FIRST_KEY; change it there, and start the service again"
                    .to_owned(),
            ));
        }
        let used = used.map(ApiKeyHash::of_header);
        to_the_end(self.clone().replace_first(used, until, caller.author())).await
    }

    async fn replace_first(
        self,
        used: Option<ApiKeyHash>,
        until: DateTime<Utc>,
        by: Author,
    ) -> Result<String, DomainError> {
        let _changing = self.keys.change().await;
        if !used.is_some_and(|key| self.keys.is_first(&key)) {
            return Err(DomainError::Conflict(
                "regenerating the first key: it was regenerated meanwhile; use the new one"
                    .to_owned(),
            ));
        }
        let key = random_key();
        let hash = ApiKeyHash::of(key.as_bytes());
        let (earlier, link_id) = self.keys.earlier_first(until);
        // The store knows both keys before the file has the new one, so that links stay whenever the program ends.
        let record = FirstKeyRecord {
            link_id,
            earlier: Some(earlier),
        };
        self.store.add_first_key(&hash.id(), record).await?;
        let (runs, written) = (self.runs.clone(), key.clone());
        let write = move || replace_key_in(&runs.data, &written);
        let written = tokio::task::spawn_blocking(write).await;
        written
            .map_err(DomainError::internal)?
            .map_err(DomainError::internal)?;
        self.keys.regenerate_first(hash, until);
        tracing::info!("regenerated the first key");
        let line = by.does(AuditAction::RegenerateKey, FIRST_KEY);
        self.audit.log(line).await?;
        Ok(key)
    }
}

/// When a regenerated key ends, which stays valid for this many seconds.
fn grace_end(grace: u64) -> Result<DateTime<Utc>, DomainError> {
    if grace > MAX_GRACE {
        let why = format!("must be a number of seconds, at most {MAX_GRACE}");
        return Err(DomainError::invalid("body", "grace", why, "value_error"));
    }
    Ok(clock::now() + TimeDelta::seconds(grace.cast_signed()))
}
