//! The series of a metric: their labels, and the form of those that count times.

use prometheus_client::metrics::histogram::Histogram;

/// The labels of one series.
pub(super) type Labels = Vec<(&'static str, String)>;

/// The upper bounds of histograms, in seconds.
const BOUNDS: [f64; 16] = [
    0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0,
    3600.0,
];

/// A histogram of seconds.
pub(super) fn seconds() -> Histogram {
    Histogram::new(BOUNDS)
}

/// The values of a metric by their labels.
pub(super) type Values = Vec<(Labels, f64)>;
