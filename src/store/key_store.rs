//! The named keys of callers. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::key_record::{FirstKeyRecord, KeyRecord};

/// The maximum number of named keys.
pub const MAX_KEYS: u32 = 1000;

/// Why a key was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// A key with its name exists.
    NameIsTaken,
    /// There are [`MAX_KEYS`] already.
    TooMany,
}

/// The named keys of callers. A change writes its line into the audit log.
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// All keys, by name.
    async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError>;

    /// Adds a key. Returns the key as it is stored.
    async fn add_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Result<KeyRecord, KeyRefusal>, StoreError>;

    /// Replaces the hashes and terms of a key. Returns the key as it is stored; `None` if there is no key with its
    /// name.
    async fn change_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Option<KeyRecord>, StoreError>;

    /// The record of the first key with this id. The records of other first keys are deleted.
    async fn first_key(&self, id: &str) -> Result<Option<FirstKeyRecord>, StoreError>;

    /// Stores the record of the first key with this id.
    async fn add_first_key(&self, id: &str, key: FirstKeyRecord) -> Result<(), StoreError>;

    /// Notes when keys were last used.
    async fn note_uses(&self, uses: Vec<(String, DateTime<Utc>)>) -> Result<(), StoreError>;

    /// Removes a key and its shares. Returns false if there is no key with this name.
    async fn remove_key(&self, name: &str, line: AuditRecord) -> Result<bool, StoreError>;
}
