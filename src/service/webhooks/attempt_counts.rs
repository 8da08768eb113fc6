//! How the attempts of deliveries have ended since the service started. No I/O.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use store::AttemptOutcome;

/// Counts attempts by how they have ended.
#[derive(Debug, Default)]
pub(crate) struct AttemptCounts {
    delivered: AtomicU64,
    to_retry: AtomicU64,
    failed: AtomicU64,
}

impl AttemptCounts {
    /// Counts an attempt that was stored.
    pub(super) fn count(&self, outcome: AttemptOutcome) {
        let count = match outcome {
            AttemptOutcome::Delivered => &self.delivered,
            AttemptOutcome::RetryAt(_) => &self.to_retry,
            AttemptOutcome::Failed | AttemptOutcome::Gone => &self.failed,
        };
        count.fetch_add(1, Relaxed);
    }

    /// The counts, by the names of the outcomes.
    pub(crate) fn all(&self) -> [(&'static str, u64); 3] {
        [
            ("delivered", self.delivered.load(Relaxed)),
            ("to_retry", self.to_retry.load(Relaxed)),
            ("failed", self.failed.load(Relaxed)),
        ]
    }
}
