//! The lifecycle of an embedded engine: start and shutdown. Knows nothing about ComfyUI's routes.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::backend::EngineBackend;
use super::disk_store::DiskStore;
use super::state::EngineState;
use super::worker;
use comfy_server::EngineToken;
use http_server::listen::{self, Limits};

/// How long a shutdown waits for requests in progress.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// An embedded engine: a server that speaks ComfyUI's protocol and runs workflows itself.
pub struct Engine {
    address: SocketAddr,
    state: Arc<EngineState>,
    server: JoinHandle<()>,
    worker: JoinHandle<()>,
}

impl Engine {
    /// Starts an engine on `listener` for callers with this token, with its files below `home`. It keeps
    /// the folders `input` and `output` and empties `temp` and `uploads`.
    ///
    /// # Errors
    /// Fails if a folder cannot be created or the listener has no address.
    pub async fn start(
        listener: TcpListener,
        home: PathBuf,
        token: EngineToken,
    ) -> io::Result<Engine> {
        let address = listener.local_addr()?;
        let store = tokio::task::spawn_blocking(move || DiskStore::open(home)).await??;
        let state = Arc::new(EngineState::new(store));
        let worker = tokio::spawn(worker::work(Arc::clone(&state)));
        let shutdown = state.shutdown.clone();
        let backend = Arc::new(EngineBackend::new(Arc::clone(&state)));
        let router = comfy_server::router(backend, token, shutdown.clone());
        let limits = Limits::default();
        let server = tokio::spawn(listen::serve(listener, None, router, limits, shutdown));
        Ok(Engine {
            address,
            state,
            server,
            worker,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Interrupts the running job, drops the pending ones, stops accepting requests and ends the
    /// worker.
    pub async fn shutdown(mut self) {
        self.state.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut self.server)
            .await
            .is_err()
        {
            self.server.abort();
        }
        // The worker stops at the next row or node, so no file is left half written.
        let _ended = (&mut self.worker).await;
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.state.close();
    }
}
