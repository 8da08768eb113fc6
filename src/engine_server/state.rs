//! The state that the backend and the worker share. Knows nothing about ComfyUI's routes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::disk_store::DiskStore;
use super::queue::Queue;
use comfy_server::WebSocketClients;

/// The shared state of one engine.
pub(super) struct EngineState {
    queue: Mutex<Queue>,
    /// Notified of every new job.
    pub(super) new_job: Notify,
    pub(super) clients: WebSocketClients,
    pub(super) store: Arc<DiskStore>,
    pub(super) shutdown: CancellationToken,
}

impl EngineState {
    /// The state of an engine with an empty queue.
    pub(super) fn new(store: DiskStore) -> Self {
        Self {
            queue: Mutex::default(),
            new_job: Notify::new(),
            clients: WebSocketClients::default(),
            store: Arc::new(store),
            shutdown: CancellationToken::new(),
        }
    }

    pub(super) fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the number of remaining jobs to every WebSocket.
    pub(super) fn broadcast_status(&self) {
        let remaining = self.queue().remaining();
        self.clients.send_status(remaining);
    }

    /// Interrupts the running job and starts nothing more.
    pub(super) fn close(&self) {
        self.shutdown.cancel();
        self.queue().close();
    }
}
