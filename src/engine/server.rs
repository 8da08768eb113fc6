//! The thin server around the runner: ComfyUI's routes, bare and under `/api`, its WebSocket and a
//! worker that runs one workflow at a time. Knows nothing of how a node computes.

mod answer;
mod control;
mod folders;
mod graph;
mod guard;
mod history;
mod hub;
mod info;
mod notes;
mod prompt;
mod queue;
mod report;
mod socket;
mod upload;
mod view;
mod worker;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use folders::Folders;
use hub::Hub;
use queue::Queue;

/// The largest upload in bytes, as `GET /features` says.
const MAX_UPLOAD: usize = 100 * 1024 * 1024;

/// The largest body of any other request, in bytes.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// How long a shutdown waits for requests in progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// An embedded engine: a server of ComfyUI's protocol that computes by itself.
pub struct Engine {
    address: SocketAddr,
    shared: Arc<Shared>,
    server: JoinHandle<io::Result<()>>,
    worker: JoinHandle<()>,
}

/// What routes, sockets and the worker share.
struct Shared {
    queue: Mutex<Queue>,
    /// Told of every job that comes in.
    wake: Notify,
    hub: Hub,
    folders: Arc<Folders>,
    closing: CancellationToken,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every socket how many jobs are left.
    fn tell_status(&self) {
        let remaining = self.queue().remaining();
        self.hub.send(None, "status", &info::status(remaining));
    }
}

impl Engine {
    /// Starts an engine on `listener`; its files live below `home`: in `input` and `output`, which
    /// stay, and in `temp` and `uploads`, which are emptied.
    ///
    /// # Errors
    /// When the folders cannot be made or the listener has no address.
    pub async fn start(listener: TcpListener, home: PathBuf) -> io::Result<Engine> {
        let address = listener.local_addr()?;
        let folders = tokio::task::spawn_blocking(move || Folders::open(home)).await??;
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            wake: Notify::new(),
            hub: Hub::default(),
            folders: Arc::new(folders),
            closing: CancellationToken::new(),
        });
        let worker = tokio::spawn(worker::work(Arc::clone(&shared)));
        let closing = shared.closing.clone().cancelled_owned();
        // Small answers leave at once; a socket that cannot do so is no worse off.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let service =
            axum::serve(listener, router(Arc::clone(&shared))).with_graceful_shutdown(closing);
        let server = tokio::spawn(async move { service.await });
        Ok(Engine {
            address,
            shared,
            server,
            worker,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Interrupts what runs, stops accepting, and ends the worker. What is pending is dropped.
    pub async fn shutdown(mut self) {
        self.shared.closing.cancel();
        self.shared.queue().close();
        if tokio::time::timeout(PATIENCE, &mut self.server)
            .await
            .is_err()
        {
            self.server.abort();
        }
        // The worker ends by itself at the next row or node; it is never cut off in a file.
        let _ended = (&mut self.worker).await;
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.closing.cancel();
        self.shared.queue().close();
    }
}

fn router(shared: Arc<Shared>) -> Router {
    let routes = routes();
    Router::new()
        .merge(routes.clone())
        .nest("/api", routes)
        .layer(middleware::from_fn(guard::same_origin))
        .with_state(shared)
}

fn routes() -> Router<Arc<Shared>> {
    let upload = post(upload::upload).layer(DefaultBodyLimit::max(MAX_UPLOAD));
    Router::new()
        .route("/prompt", post(prompt::post).get(control::remaining))
        .route("/queue", get(control::queue).post(control::change_queue))
        .route("/interrupt", post(control::interrupt))
        .route(
            "/history",
            get(control::histories).post(control::change_history),
        )
        .route("/history/{id}", get(control::history))
        .route("/object_info", get(info::classes))
        .route("/object_info/{class}", get(info::class))
        .route("/features", get(info::features))
        .route("/system_stats", get(info::system))
        .route("/view", get(view::view))
        .route("/ws", get(socket::connect))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .route("/upload/image", upload)
}

#[cfg(test)]
mod tests;
