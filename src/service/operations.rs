//! What callers can do: each use case is a function of a caller and an input. Rights are checked here, limits are counted,
//! and lines of the audit log are written, so that every face of the service has them. Knows no HTTP.

pub mod access;
pub mod audit;
mod detached;
pub mod engines;
mod error;
mod error_sources;
pub mod keys;
pub mod metrics;
mod parts;
pub mod queue;
pub mod run_summary;
pub mod runs;
pub mod shares;
pub mod submissions;
pub mod usage;
pub mod webhooks;
pub mod workflows;

pub use error::DomainError;
pub use error_sources::{of_disk, unwritten};
pub use parts::Parts;
pub use store::rfc3339;

use access::Access;
use audit::AuditOperations;
use engines::EngineOperations;
use keys::KeyOperations;
use metrics::MetricsOperations;
use queue::QueueOperations;
use run_summary::SummaryOperations;
use runs::RunOperations;
use shares::ShareOperations;
use submissions::SubmissionOperations;
use usage::UsageOperations;
use webhooks::WebhookOperations;
use workflows::WorkflowOperations;

/// The use cases of one service.
pub struct Operations {
    /// Which use cases a caller may have.
    pub access: Access,
    /// The audit log.
    pub audit: AuditOperations,
    /// The engine instances.
    pub engines: EngineOperations,
    /// The keys.
    pub keys: KeyOperations,
    /// The metrics.
    pub metrics: MetricsOperations,
    /// The queue, and the health of the service.
    pub queue: QueueOperations,
    /// The runs, once they are accepted.
    pub runs: RunOperations,
    /// The links that show a result.
    pub shares: ShareOperations,
    /// New runs.
    pub submissions: SubmissionOperations,
    /// What became of the runs.
    pub summary: SummaryOperations,
    /// What was used, by key and day.
    pub usage: UsageOperations,
    /// The webhooks.
    pub webhooks: WebhookOperations,
    /// The deployed workflows.
    pub workflows: WorkflowOperations,
}

impl Operations {
    /// The use cases of a service with these parts.
    pub fn new(parts: &Parts) -> Self {
        let (usage, webhooks) = (UsageOperations::new(parts), WebhookOperations::new(parts));
        Self {
            access: Access::new(parts),
            audit: AuditOperations::new(parts),
            engines: EngineOperations::new(parts),
            keys: KeyOperations::new(parts, usage.clone()),
            metrics: MetricsOperations::new(parts),
            queue: QueueOperations::new(parts),
            runs: RunOperations::new(parts),
            shares: ShareOperations::new(parts),
            submissions: SubmissionOperations::new(parts, webhooks.clone()),
            summary: SummaryOperations::new(parts),
            usage,
            webhooks,
            workflows: WorkflowOperations::new(parts),
        }
    }
}
