//! What the service remembers from one start to the next. No I/O.

use std::collections::HashSet;

use async_trait::async_trait;

use placement::LearnedDuration;

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::kept_engine::KeptEngine;
use crate::learned_node::LearnedNode;

/// What the service itself remembers from one start to the next.
#[async_trait]
pub trait SettingStore: Send + Sync {
    /// The secret with this name; created when it is first asked for.
    async fn secret(&self, name: &'static str) -> Result<[u8; 32], StoreError>;

    /// The addresses of the last start's embedded engines, which have ended with it.
    async fn embedded_engines(&self) -> Result<HashSet<String>, StoreError>;

    /// Stores the addresses of this start's embedded engines.
    async fn set_embedded_engines(&self, addresses: Vec<String>) -> Result<(), StoreError>;

    /// What was learned about the durations of runs.
    async fn durations(&self) -> Result<Vec<LearnedDuration>, StoreError>;

    /// Stores what was learned about the durations of runs, in place of what was known before.
    async fn set_durations(&self, learned: Vec<LearnedDuration>) -> Result<(), StoreError>;

    /// What was learned about the durations of nodes.
    async fn node_times(&self) -> Result<Vec<LearnedNode>, StoreError>;

    /// Stores what was learned about the durations of nodes, in place of what was known before.
    async fn set_node_times(&self, learned: Vec<LearnedNode>) -> Result<(), StoreError>;

    /// The engine instances that callers have added or drained.
    async fn engines(&self) -> Result<Vec<KeptEngine>, StoreError>;

    /// Stores the engine instances that callers have added or drained, in place of those of before; with a line for
    /// the audit log, unless nobody has called.
    async fn set_engines(
        &self,
        engines: Vec<KeptEngine>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError>;
}
