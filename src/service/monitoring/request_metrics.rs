//! How many HTTP requests there were, and how long they took. Knows no routes: the HTTP side names the operations.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;

use super::series::{Labels, seconds};

/// The requests of one service.
#[derive(Debug)]
pub struct RequestMetrics {
    pub(super) count: Family<Labels, Counter>,
    pub(super) seconds: Family<Labels, Histogram>,
}

impl Default for RequestMetrics {
    fn default() -> Self {
        Self {
            count: Family::default(),
            seconds: Family::new_with_constructor(seconds),
        }
    }
}

impl RequestMetrics {
    /// Counts a request of an operation, which was answered with this status after this time.
    pub fn count(&self, operation: String, status: u16, time: Duration) {
        let of_operation = vec![("operation", operation)];
        let time = time.as_secs_f64();
        self.seconds.get_or_create(&of_operation).observe(time);
        let mut labels = of_operation;
        labels.push(("status", status.to_string()));
        self.count.get_or_create(&labels).inc();
    }
}
