//! What the service remembers from one start to the next. No I/O.

use async_trait::async_trait;

use placement::LearnedDuration;

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::kept_engine::KeptEngine;
use crate::learned_node::LearnedNode;

/// Secrets that the service makes for itself.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// The secret with this name; created when it is first asked for.
    async fn secret(&self, name: &'static str) -> Result<[u8; 32], StoreError>;
}

/// What was learned from runs.
#[async_trait]
pub trait LearningStore: Send + Sync {
    /// What was learned about the durations of runs.
    async fn durations(&self) -> Result<Vec<LearnedDuration>, StoreError>;

    /// Stores what was learned about these; what is known about others stays.
    async fn learn_durations(&self, learned: Vec<LearnedDuration>) -> Result<(), StoreError>;

    /// What was learned about the durations of nodes.
    async fn node_times(&self) -> Result<Vec<LearnedNode>, StoreError>;

    /// Stores what was learned about these; what is known about others stays.
    async fn learn_node_times(&self, learned: Vec<LearnedNode>) -> Result<(), StoreError>;
}

/// The engine instances that a service has beside those of its configuration.
#[async_trait]
pub trait EngineStore: Send + Sync {
    /// Those that callers have added or drained.
    async fn engines(&self) -> Result<Vec<KeptEngine>, StoreError>;

    /// Stores these, forgets those at other addresses that are given, and leaves all others as they are; with a line for
    /// the audit log, unless nobody has called.
    async fn change_engines(
        &self,
        kept: Vec<KeptEngine>,
        forgotten: Vec<String>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError>;

    /// The addresses of embedded engines that were started.
    async fn embedded_engines(&self) -> Result<Vec<String>, StoreError>;

    /// Adds the addresses of embedded engines that were started, and forgets those of others that have ended.
    async fn change_embedded_engines(
        &self,
        started: Vec<String>,
        ended: Vec<String>,
    ) -> Result<(), StoreError>;
}
