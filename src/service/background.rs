//! The background tasks of one service, and their end.

use std::time::Duration;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The background tasks of one service. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Background {
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Background {
    /// Starts a task.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        self.tasks.spawn(task)
    }

    /// Waits until the service stops.
    pub(crate) async fn stopped(&self) {
        self.stop.cancelled().await;
    }

    /// Waits this long. Returns false if the service stops before.
    pub(crate) async fn sleep(&self, time: Duration) -> bool {
        tokio::select! {
            () = self.stopped() => false,
            () = tokio::time::sleep(time) => true,
        }
    }

    /// Repeats something that fails, after this pause, until it succeeds; `None` if the service stops.
    pub(crate) async fn repeat<T, E: std::fmt::Display, F: Future<Output = Result<T, E>>>(
        &self,
        what: &str,
        pause: Duration,
        attempt: impl Fn() -> F,
    ) -> Option<T> {
        loop {
            match attempt().await {
                Ok(done) => return Some(done),
                Err(why) => tracing::warn!("{what}: {why}; trying again"),
            }
            if !self.sleep(pause).await {
                return None;
            }
        }
    }

    /// Whether the service stops.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Stops the tasks.
    pub(crate) fn end(&self) {
        self.stop.cancel();
        self.tasks.close();
    }

    /// Stops the tasks, and waits until they have ended.
    pub(crate) async fn stop(&self) {
        self.end();
        self.tasks.wait().await;
    }
}
