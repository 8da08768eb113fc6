//! What monitoring reads: the metrics of one service, and whether it is ready. Counts of runs come from what was written
//! to the store, and everything that has a state is asked when somebody looks. Knows no HTTP.

mod definition;
mod definitions;
mod instances_wanted;
mod readiness;
mod request_metrics;
mod run_metrics;
mod series;
mod snapshot;
#[cfg(test)]
mod table;
mod text;
mod workflow_labels;

use std::sync::Arc;
use std::time::Duration;

pub use readiness::Missing;
pub use request_metrics::RequestMetrics;

use readiness::Readiness;
use run_metrics::RunMetrics;
use snapshot::Snapshot;
use workflow_labels::WorkflowLabels;

use crate::background::Background;
use crate::engines::Engines;
use crate::retention::Retention;
use crate::run_events::RunEvents;
use crate::runs::Runs;
use crate::webhooks::Webhooks;
use store::MonitoringStore;

/// How often changes of runs are counted if nobody looks, so that looking never takes long.
const COUNTING: Duration = Duration::from_secs(10);

/// The parts of a service that are asked when somebody looks.
#[derive(Clone)]
pub(crate) struct Monitored {
    pub(crate) runs: Arc<Runs>,
    pub(crate) run_events: Arc<RunEvents>,
    pub(crate) engines: Arc<Engines>,
    pub(crate) retention: Arc<Retention>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) store: Arc<dyn MonitoringStore>,
}

/// The metrics of one service, and whether it is ready.
pub struct Monitoring {
    /// Of requests, which the HTTP side counts.
    pub requests: RequestMetrics,
    runs: RunMetrics,
    workflows: WorkflowLabels,
    readiness: Readiness,
    monitored: Monitored,
}

impl Monitoring {
    /// Nothing counted yet but the events up to the one with this id.
    pub(crate) fn new(monitored: Monitored, counted: i64) -> Self {
        Self {
            requests: RequestMetrics::default(),
            runs: RunMetrics::after(counted),
            workflows: WorkflowLabels::default(),
            readiness: Readiness::new(&monitored),
            monitored,
        }
    }

    /// Counts changes of runs until the service stops.
    pub(crate) async fn follow(self: Arc<Self>, background: Background) {
        while background.sleep(COUNTING).await {
            self.count_runs().await;
        }
    }

    /// All metrics as Prometheus reads them.
    pub async fn text(&self) -> String {
        self.count_runs().await;
        let snapshot = Snapshot::of(&self.monitored, &self.workflows);
        let (snapshot, missing) = tokio::join!(snapshot, self.readiness.missing());
        text::text(&self.requests, &self.runs, &snapshot, missing.is_empty())
    }

    /// What keeps the service from being ready; nothing if it is.
    pub async fn missing(&self) -> Vec<Missing> {
        self.readiness.missing().await
    }

    /// Notes that the service stops.
    pub(crate) fn stop(&self) {
        self.readiness.stop();
    }

    async fn count_runs(&self) {
        let counted = self.runs.count(&*self.monitored.store, &self.workflows);
        if let Err(why) = counted.await {
            tracing::warn!("counting runs for metrics: {why}; trying again");
        }
    }
}
