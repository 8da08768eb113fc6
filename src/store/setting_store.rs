//! The data that the service keeps for itself from one start to the next. No I/O.

use async_trait::async_trait;

use placement::LearnedDuration;

use crate::audit_record::AuditRecord;
use crate::error::StoreError;
use crate::kept_engine::KeptEngine;
use crate::learned_node::LearnedNode;

/// Secrets that the service generates.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// The secret with this name. It is created when it is first requested.
    async fn secret(&self, name: &'static str) -> Result<[u8; 32], StoreError>;
}

/// Durations that were learned from runs.
#[async_trait]
pub trait LearningStore: Send + Sync {
    /// The learned durations of runs.
    async fn durations(&self) -> Result<Vec<LearnedDuration>, StoreError>;

    /// Stores these durations. Other durations stay.
    async fn learn_durations(&self, learned: Vec<LearnedDuration>) -> Result<(), StoreError>;

    /// The learned durations of nodes.
    async fn node_times(&self) -> Result<Vec<LearnedNode>, StoreError>;

    /// Stores these durations of nodes. Other durations stay.
    async fn learn_node_times(&self, learned: Vec<LearnedNode>) -> Result<(), StoreError>;
}

/// The engine instances that a service has in addition to those of its configuration.
#[async_trait]
pub trait EngineStore: Send + Sync {
    /// The instances that callers added or drained.
    async fn engines(&self) -> Result<Vec<KeptEngine>, StoreError>;

    /// Stores the kept instances, deletes the forgotten addresses, and does not change other instances. Writes a line
    /// to the audit log if a caller made the change.
    async fn change_engines(
        &self,
        kept: Vec<KeptEngine>,
        forgotten: Vec<String>,
        line: Option<AuditRecord>,
    ) -> Result<(), StoreError>;

    /// The addresses of the embedded engines that were started.
    async fn embedded_engines(&self) -> Result<Vec<String>, StoreError>;

    /// Adds the addresses of embedded engines that were started, and deletes the addresses of those that have ended.
    async fn change_embedded_engines(
        &self,
        started: Vec<String>,
        ended: Vec<String>,
    ) -> Result<(), StoreError>;
}
