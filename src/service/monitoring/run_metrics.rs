//! How many runs there were, and how long they took. Counts what was written to the store, each change once; what was
//! written before the start is not counted.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use tokio::sync::Mutex;

use super::series::{Labels, seconds};
use super::workflow_labels::WorkflowLabels;
use api::RunStatus;
use store::{CountedChange, CountedKind, MonitoringStore, StoreError};

/// How many events are read at once.
const PAGE: u32 = 1000;

/// The runs of one service.
#[derive(Debug)]
pub(super) struct RunMetrics {
    pub(super) accepted: Family<Labels, Counter>,
    pub(super) ended: Family<Labels, Counter>,
    pub(super) attempts: Family<Labels, Counter>,
    pub(super) waiting: Family<Labels, Histogram>,
    pub(super) executing: Family<Labels, Histogram>,
    pub(super) total: Family<Labels, Histogram>,
    /// The id of the last event that was counted.
    counted: Mutex<i64>,
}

impl RunMetrics {
    /// Counts what comes after the event with this id.
    pub(super) fn after(counted: i64) -> Self {
        let times = || Family::new_with_constructor(seconds as fn() -> Histogram);
        Self {
            accepted: Family::default(),
            ended: Family::default(),
            attempts: Family::default(),
            waiting: times(),
            executing: times(),
            total: times(),
            counted: Mutex::new(counted),
        }
    }

    /// Counts what was written since the last call.
    pub(super) async fn count(
        &self,
        store: &dyn MonitoringStore,
        workflows: &WorkflowLabels,
    ) -> Result<(), StoreError> {
        let mut counted = self.counted.lock().await;
        loop {
            let (changes, last) = store.changes_to_count(*counted, PAGE).await?;
            if last == *counted {
                return Ok(());
            }
            for change in &changes {
                self.add(change, &workflows.of(&change.workflow_id));
            }
            *counted = last;
        }
    }

    fn add(&self, change: &CountedChange, workflow: &str) {
        let labels = vec![("workflow", workflow.to_owned())];
        match &change.kind {
            CountedKind::Accepted => {
                self.begin_all(&labels);
                self.accepted.get_or_create(&labels).inc();
            }
            CountedKind::Attempt => {
                self.attempts.get_or_create(&labels).inc();
            }
            CountedKind::Ended { status, times } => {
                self.ended.get_or_create(&ended(&labels, status)).inc();
                self.total.get_or_create(&labels).observe(times.total);
                if let Some((waited, executed)) = times.execution {
                    self.waiting.get_or_create(&labels).observe(waited);
                    self.executing.get_or_create(&labels).observe(executed);
                }
            }
        }
    }

    /// Begins every series of a workflow at 0: Prometheus does not see the increase to the first value of a series.
    fn begin_all(&self, labels: &Labels) {
        drop(self.attempts.get_or_create(labels));
        for status in [
            RunStatus::Completed,
            RunStatus::Failed,
            RunStatus::Cancelled,
        ] {
            drop(self.ended.get_or_create(&ended(labels, status.name())));
        }
        for times in [&self.waiting, &self.executing, &self.total] {
            drop(times.get_or_create(labels));
        }
    }
}

fn ended(labels: &Labels, status: &str) -> Labels {
    let mut labels = labels.clone();
    labels.push(("status", status.to_owned()));
    labels
}
