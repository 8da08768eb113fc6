//! The audit log. No I/O.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::audit_record::{AuditEntry, AuditFilter, AuditRecord};
use crate::error::StoreError;

/// The audit log. A change in another part of the store takes its line as an argument and writes it in the same
/// transaction.
#[async_trait]
pub trait AuditStore: Send + Sync {
    /// Adds a line for an action that does not change the store.
    async fn log(&self, line: AuditRecord) -> Result<(), StoreError>;

    /// One page of lines, newest first, and the number of lines on all pages.
    async fn audit(&self, filter: AuditFilter) -> Result<(u64, Vec<AuditEntry>), StoreError>;

    /// Removes the lines that are older than a time.
    async fn forget_audit(&self, before: DateTime<Utc>) -> Result<(), StoreError>;
}
