//! Wakes the dispatcher when runs or engine instances have changed, and counts these changes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::Notify;

/// Wakes the dispatcher.
#[derive(Debug)]
pub(crate) struct DispatchSignal {
    changed: Notify,
    /// Counts the changes.
    version: AtomicU64,
    /// Whether something has changed about instances.
    instances_changed: AtomicBool,
}

impl Default for DispatchSignal {
    fn default() -> Self {
        Self {
            changed: Notify::new(),
            version: AtomicU64::new(0),
            instances_changed: AtomicBool::new(true),
        }
    }
}

impl DispatchSignal {
    /// A number that changes whenever runs or instances have changed.
    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    /// Counts a change that the dispatcher knows.
    pub(crate) fn count(&self) {
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    /// Lets the dispatcher look again.
    pub(crate) fn notify(&self) {
        self.count();
        self.changed.notify_one();
    }

    /// Lets the dispatcher look again at what the instances are and can.
    pub(crate) fn notify_instances(&self) {
        self.instances_changed.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// Whether something has changed about instances since the last call.
    pub(crate) fn take_instances_changed(&self) -> bool {
        self.instances_changed.swap(false, Ordering::Relaxed)
    }

    /// Waits for the next change.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }
}
