//! The audit log. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::audit_record::{AuditEntry, AuditFilter, AuditRecord};
use crate::error::StoreError;

/// The audit log. The changes of other parts of the store take the line that is written with them.
#[async_trait]
pub trait AuditStore: Send + Sync {
    /// Adds a line for what is not a change of the store.
    async fn log(&self, line: AuditRecord) -> Result<(), StoreError>;

    /// One page of lines, from last to first, and the number of lines on all pages.
    async fn audit(&self, filter: AuditFilter) -> Result<(u64, Vec<AuditEntry>), StoreError>;

    /// Removes the lines from before a time.
    async fn forget_audit(&self, before: DateTime<Utc>) -> Result<(), StoreError>;
}
