//! The audit log: who changed what.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use api::Right;
use store::{AuditEntry, AuditStore, rfc3339};

pub use store::{AuditAction, AuditFilter};

/// To read the audit log.
pub const READ_AUDIT_LOG: Needs = Needs::right(Right::Admin);

/// The number of lines on a page: by default, and at most.
pub const LINES: (u32, u32) = (100, 1000);
/// The maximum number of lines to skip: the maximum length of the log.
pub const MAX_OFFSET: u32 = 1_000_000;

/// The use cases of the audit log.
pub struct AuditOperations {
    access: Access,
    store: Arc<dyn AuditStore>,
}

/// The lines of a page, from last to first.
#[derive(Debug, JsonSchema, Serialize)]
pub struct AuditPage {
    /// The number of lines on all pages.
    count: u64,
    entries: Vec<Entry>,
}

/// A line of the log.
#[derive(Debug, JsonSchema, Serialize)]
struct Entry {
    id: i64,
    at: String,
    /// The name of the key; “first key”, or “service” for what the service does by itself.
    actor: String,
    /// The address of the client; null for the service.
    address: Option<String>,
    #[schemars(extend("enum" = AuditAction::ALL.map(AuditAction::name)))]
    action: String,
    /// What was changed: a name, an ID or an address.
    subject: String,
}

impl From<AuditEntry> for Entry {
    fn from(entry: AuditEntry) -> Self {
        Self {
            id: entry.id,
            at: rfc3339(entry.at),
            actor: entry.actor,
            address: entry.address,
            action: entry.action,
            subject: entry.subject,
        }
    }
}

impl AuditOperations {
    /// The audit log of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            store: parts.store.clone(),
        }
    }

    /// A page of the log.
    pub async fn list(
        &self,
        caller: &Caller,
        filter: AuditFilter,
    ) -> Result<AuditPage, DomainError> {
        self.access.require(caller, READ_AUDIT_LOG)?;
        let (count, entries) = self.store.audit(filter).await?;
        Ok(AuditPage {
            count,
            entries: entries.into_iter().map(Entry::from).collect(),
        })
    }
}
