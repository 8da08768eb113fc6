//! Wakes the task that follows an instance: a snapshot of its queue is wanted soon, or a new connection.

use tokio::sync::Notify;

/// Wakes the task that follows an instance.
#[derive(Debug, Default)]
pub(crate) struct RefreshSignal(Notify);

impl RefreshSignal {
    /// Requests a new snapshot.
    pub(crate) fn request(&self) {
        self.0.notify_one();
    }

    /// Waits for a request.
    pub(crate) async fn requested(&self) {
        self.0.notified().await;
    }
}
