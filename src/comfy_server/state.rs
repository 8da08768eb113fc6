//! The state that the routes share. Knows nothing about any route.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio_util::sync::CancellationToken;

use super::backend::Backend;

/// The state of a server.
pub(super) struct ServerState {
    pub(super) backend: Arc<dyn Backend>,
    /// Cancelled when the server shuts down.
    pub(super) shutdown: CancellationToken,
    /// The number of the next job.
    next_number: AtomicI64,
}

impl ServerState {
    /// A server in front of a backend.
    pub(super) fn new(backend: Arc<dyn Backend>, shutdown: CancellationToken) -> Self {
        Self {
            backend,
            shutdown,
            next_number: AtomicI64::new(0),
        }
    }

    /// The number of the next job. Rejected jobs use one up too.
    pub(super) fn next_number(&self) -> i64 {
        self.next_number.fetch_add(1, Ordering::Relaxed)
    }
}
