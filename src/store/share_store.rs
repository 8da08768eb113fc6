//! The shared results. No I/O.

use async_trait::async_trait;

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::reach::Reach;
use crate::share_record::{NewShare, ShareRecord};

/// The maximum number of shares of a key, so that its list stays short.
pub const MAX_SHARES: u32 = 1000;

/// The shared results. An expired share is not found, and is deleted when the next share is made. A change writes its
/// line to the audit log.
#[async_trait]
pub trait ShareStore: Send + Sync {
    /// Adds a share. Returns `None` if its key was revoked or has [`MAX_SHARES`].
    async fn add_share(
        &self,
        share: NewShare,
        line: AuditRecord,
    ) -> Result<Option<ShareRecord>, StoreError>;

    /// The share with this id.
    async fn share(&self, id: &str) -> Result<Option<ShareRecord>, StoreError>;

    /// The shares of a key, or of all keys, newest first.
    async fn shares(&self, reach: Reach) -> Result<Vec<ShareRecord>, StoreError>;

    /// Removes a share. Returns false if there is no share with this id.
    async fn remove_share(&self, id: &str, line: AuditRecord) -> Result<bool, StoreError>;
}
