//! The turns of large jobs, which are handed over to an instance one after the other.

use tokio::sync::Mutex;

/// Locked while a large job is handed over to an instance.
#[derive(Debug, Default)]
pub(crate) struct LargeJobs(Mutex<()>);

impl LargeJobs {
    /// Waits until no other large job is being handed over, and keeps others waiting until it is dropped.
    pub(crate) async fn turn(&self) -> impl Drop + '_ {
        self.0.lock().await
    }
}
