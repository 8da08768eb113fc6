//! The metrics of the service.

use std::sync::Arc;

use super::access::{Access, Needs};
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::monitoring::Monitoring;
use api::Right;

/// To read the metrics.
pub const READ_METRICS: Needs = Needs::right(Right::Metrics);

/// The use case of metrics.
pub struct MetricsOperations {
    access: Access,
    monitoring: Arc<Monitoring>,
}

impl MetricsOperations {
    /// The metrics of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            monitoring: parts.monitoring.clone(),
        }
    }

    /// All metrics as Prometheus reads them.
    pub async fn read(&self, caller: &Caller) -> Result<String, DomainError> {
        self.access.require(caller, READ_METRICS)?;
        Ok(self.monitoring.text().await)
    }
}
