//! What has a state, at the moment when somebody looks: the parts of the service are asked, and nothing is kept.

use std::collections::BTreeMap;

use super::Monitored;
use super::definition::Definition;
use super::definitions as metrics;
use super::instances_wanted::{Work, instances_wanted};
use super::series::{Labels, Values};
use super::workflow_labels::WorkflowLabels;
use placement::{HandOvers, RunCounts, Summary};
use store::StoreFigures;

/// The states of engines, so that each has a number, also if it is 0.
const STATES: [&str; 5] = ["idle", "running", "draining", "hung", "stopped"];

/// What has a state, at one moment.
#[derive(Debug, Default)]
pub(super) struct Snapshot(pub(super) Vec<(&'static Definition, Values)>);

impl Snapshot {
    /// Asks the parts of a service. What cannot be read is left out.
    pub(super) async fn of(monitored: &Monitored, workflows: &WorkflowLabels) -> Self {
        let (figures, disk) =
            tokio::join!(monitored.store.figures(), monitored.retention.disk_space());
        let mut snapshot = Self::default();
        snapshot.add_runs(&monitored.runs.waiting.summary(), workflows);
        snapshot.add_engines(monitored);
        snapshot.add_streams_and_webhooks(monitored);
        match figures {
            Ok(figures) => snapshot.add_figures(&figures),
            Err(why) => tracing::warn!("reading figures of the run store for metrics: {why}"),
        }
        snapshot.set(
            &metrics::DISK_MIN_FREE,
            monitored.retention.min_free_disk() as f64,
        );
        let measured = [(&metrics::DISK_FREE, disk.0), (&metrics::DISK_SIZE, disk.1)];
        for (metric, bytes) in measured {
            if let Some(bytes) = bytes {
                snapshot.set(metric, bytes as f64);
            }
        }
        snapshot
    }

    fn set(&mut self, metric: &'static Definition, value: f64) {
        self.0.push((metric, vec![(Labels::new(), value)]));
    }

    /// Sets the values of a metric with one label.
    fn set_all<'a>(
        &mut self,
        metric: &'static Definition,
        values: impl IntoIterator<Item = (&'a str, f64)>,
    ) {
        let label = metric.labels.first().copied().unwrap_or_default();
        let values = values
            .into_iter()
            .map(|(name, value)| (vec![(label, name.to_owned())], value));
        self.0.push((metric, values.collect()));
    }

    fn add_runs(&mut self, summary: &Summary, workflows: &WorkflowLabels) {
        let mut counts: BTreeMap<String, RunCounts> = BTreeMap::new();
        for (workflow, of_workflow) in &summary.workflows {
            let counts = counts.entry(workflows.of(workflow)).or_default();
            counts.waiting += of_workflow.waiting;
            counts.placed += of_workflow.placed;
        }
        for workflow in workflows.all() {
            counts.entry(workflow).or_default();
        }
        let by_workflow = |count: fn(&RunCounts) -> usize| {
            let counts = counts.iter();
            counts.map(move |(workflow, counts)| (workflow.as_str(), count(counts) as f64))
        };
        self.set_all(&metrics::WAITING, by_workflow(|counts| counts.waiting));
        self.set_all(&metrics::AT_ENGINES, by_workflow(|counts| counts.placed));
        self.set(&metrics::WITHOUT_ENGINE, summary.without_instance as f64);
        self.set(&metrics::WORK, summary.work);
        let runs = summary.workflows.values();
        let wanted = instances_wanted(Work {
            seconds: summary.work,
            runs: runs.map(|counts| counts.waiting + counts.placed).sum(),
            busy_engines: summary.busy_instances,
        });
        self.set(&metrics::WANTED, wanted as f64);
        let HandOvers {
            warm,
            cold,
            without_models,
        } = summary.hand_overs;
        let hand_overs = [
            ("in_memory", warm),
            ("to_load", cold),
            ("none", without_models),
        ];
        let hand_overs = hand_overs.map(|(models, count)| (models, count as f64));
        self.set_all(&metrics::HAND_OVERS, hand_overs);
    }

    fn add_engines(&mut self, monitored: &Monitored) {
        let mut states = BTreeMap::from(STATES.map(|state| (state, 0.0)));
        for instance in monitored.engines.pool.instances().iter() {
            *states.entry(instance.status()).or_default() += 1.0;
        }
        self.set_all(&metrics::ENGINES, states);
        // One that was removed may still execute runs.
        let all = monitored.engines.pool.all();
        let executing: usize = all
            .iter()
            .map(|instance| instance.tasks.runs().executing_count())
            .sum();
        self.set(&metrics::EXECUTING, executing as f64);
    }

    fn add_streams_and_webhooks(&mut self, monitored: &Monitored) {
        let (open, max) = monitored.run_events.open_streams();
        self.set(&metrics::STREAMS, open as f64);
        self.set(&metrics::MAX_STREAMS, max as f64);
        let attempts = monitored.webhooks.counts.all();
        let attempts = attempts.map(|(outcome, count)| (outcome, count as f64));
        self.set_all(&metrics::WEBHOOK_ATTEMPTS, attempts);
    }

    fn add_figures(&mut self, figures: &StoreFigures) {
        self.set(&metrics::OLDEST_WAITING, figures.oldest_waiting);
        let deliveries = [
            ("pending", figures.pending_deliveries as f64),
            ("failed", figures.failed_deliveries as f64),
        ];
        self.set_all(&metrics::DELIVERIES, deliveries);
        self.set(&metrics::FAILING_RECEIVER, figures.failing_receiver);
        self.set(&metrics::KEPT_RUNS, figures.kept_runs as f64);
        self.set(&metrics::KEPT_BYTES, figures.kept_bytes as f64);
    }
}
