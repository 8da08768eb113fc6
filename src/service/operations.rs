//! What callers can do: each use case is a function of a caller and an input. Rights are checked here, limits are counted,
//! and lines of the audit log are written, so that every face of the service has them. Knows no HTTP.

pub(crate) mod access;
pub(crate) mod audit;
mod detached;
pub(crate) mod engines;
mod error;
mod error_sources;
pub(crate) mod keys;
pub(crate) mod metrics;
mod parts;
pub(crate) mod queue;
pub(crate) mod run_summary;
pub(crate) mod runs;
pub(crate) mod shares;
pub(crate) mod submissions;
pub(crate) mod usage;
pub(crate) mod webhooks;
pub(crate) mod workflows;

pub(crate) use error::DomainError;
pub(crate) use error_sources::{of_disk, unwritten};
pub(crate) use parts::Parts;
pub(crate) use store::rfc3339;

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
pub(crate) struct Operations {
    pub(crate) access: Access,
    pub(crate) audit: AuditOperations,
    pub(crate) engines: EngineOperations,
    pub(crate) keys: KeyOperations,
    pub(crate) metrics: MetricsOperations,
    pub(crate) queue: QueueOperations,
    pub(crate) runs: RunOperations,
    pub(crate) shares: ShareOperations,
    pub(crate) submissions: SubmissionOperations,
    pub(crate) summary: SummaryOperations,
    pub(crate) usage: UsageOperations,
    pub(crate) webhooks: WebhookOperations,
    pub(crate) workflows: WorkflowOperations,
}

impl Operations {
    /// The use cases of a service with these parts.
    pub(crate) fn new(parts: &Parts) -> Self {
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
