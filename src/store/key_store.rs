//! The named keys of callers. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::key_record::{FirstKeyRecord, KeyRecord};

/// How many named keys there may be.
pub const MAX_KEYS: u32 = 1000;

/// Why a key was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// There is one with its name.
    NameIsTaken,
    /// There are [`MAX_KEYS`].
    TooMany,
}

/// The named keys of callers. A change writes its line into the audit log.
#[async_trait]
pub trait KeyStore: Send + Sync {
    /// All of them, by name.
    async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError>;

    /// Adds a key. Returns it as it is stored.
    async fn add_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Result<KeyRecord, KeyRefusal>, StoreError>;

    /// Stores the hashes and terms of a key in place of those of before. Returns it as it is stored; `None` if there
    /// is none with its name.
    async fn change_key(
        &self,
        key: KeyRecord,
        line: AuditRecord,
    ) -> Result<Option<KeyRecord>, StoreError>;

    /// What is kept of the first key with this id; the others are forgotten.
    async fn first_key(&self, id: &str) -> Result<Option<FirstKeyRecord>, StoreError>;

    /// Keeps this of the first key with this id.
    async fn add_first_key(&self, id: &str, key: FirstKeyRecord) -> Result<(), StoreError>;

    /// Notes when keys were last used.
    async fn note_uses(&self, uses: Vec<(String, DateTime<Utc>)>) -> Result<(), StoreError>;

    /// Removes a key and the shares that it has made. Returns false if there is none with this name.
    async fn remove_key(&self, name: &str, line: AuditRecord) -> Result<bool, StoreError>;
}
