//! Writes metrics in the text format of Prometheus.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Metric, Registry};

use super::definition::{Definition, Kind};
use super::definitions as metrics;
use super::request_metrics::RequestMetrics;
use super::run_metrics::RunMetrics;
use super::series::{Labels, Values};
use super::snapshot::Snapshot;

/// All metrics.
pub(super) fn text(
    requests: &RequestMetrics,
    runs: &RunMetrics,
    snapshot: &Snapshot,
    is_ready: bool,
) -> String {
    let mut registry = Registry::default();
    let version = vec![("version", env!("CARGO_PKG_VERSION").to_owned())];
    register(
        &mut registry,
        &metrics::BUILD,
        gauges(&vec![(version, 1.0)]),
    );
    let ready = vec![(Labels::new(), f64::from(u8::from(is_ready)))];
    register(&mut registry, &metrics::READY, gauges(&ready));
    register(&mut registry, &metrics::REQUESTS, requests.count.clone());
    register(
        &mut registry,
        &metrics::REQUEST_SECONDS,
        requests.seconds.clone(),
    );
    register(&mut registry, &metrics::ACCEPTED, runs.accepted.clone());
    register(&mut registry, &metrics::ENDED, runs.ended.clone());
    register(&mut registry, &metrics::ATTEMPTS, runs.attempts.clone());
    register(&mut registry, &metrics::RUN_WAITING, runs.waiting.clone());
    register(
        &mut registry,
        &metrics::RUN_EXECUTING,
        runs.executing.clone(),
    );
    register(&mut registry, &metrics::RUN_TOTAL, runs.total.clone());
    for (metric, values) in &snapshot.0 {
        match metric.kind {
            Kind::Counter => register(&mut registry, metric, counters(values)),
            Kind::Gauge | Kind::Histogram => register(&mut registry, metric, gauges(values)),
        }
    }
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = prometheus_text::encode(&mut text, &registry);
    text
}

/// The registry adds the end of a counter's name, and the full stop of the help.
fn register(registry: &mut Registry, metric: &Definition, values: impl Metric) {
    let name = match metric.kind {
        Kind::Counter => metric.name.trim_end_matches("_total"),
        Kind::Gauge | Kind::Histogram => metric.name,
    };
    registry.register(name, metric.help, values);
}

fn gauges(values: &Values) -> Family<Labels, Gauge<f64, AtomicU64>> {
    let family = Family::<Labels, Gauge<f64, AtomicU64>>::default();
    for (labels, value) in values {
        family.get_or_create(labels).set(*value);
    }
    family
}

fn counters(values: &Values) -> Family<Labels, Counter> {
    let family = Family::<Labels, Counter>::default();
    for (labels, value) in values {
        family.get_or_create(labels).inc_by(*value as u64);
    }
    family
}
