//! The service: the contract's two operations and what deployments offer beyond them, in front of
//! ComfyUI instances. Speaks ComfyUI's protocol to every instance and does not know whether one is
//! embedded.

mod answer;
mod auth;
mod cancel;
mod catalog;
mod data;
mod dispatch;
mod follow;
mod form;
mod instance;
mod job;
mod links;
mod options;
mod outcome;
mod outputs;
mod pool;
mod prefix;
mod recover;
mod refused;
mod regenerate;
mod routes;
mod shared;
mod store;
mod submission;
mod uploads;

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;

pub use data::DataFolder;
pub use links::percent_encoded;
pub use options::{Options, StartError};
use shared::Shared;

/// How long open connections may still take when the service ends.
const GRACE: Duration = Duration::from_secs(1);

/// The service: the routes, and the links to its engine instances.
#[derive(Debug)]
pub struct Service {
    shared: Arc<Shared>,
}

impl Service {
    /// Opens the data folder, takes up the runs that had not ended and connects to the engine
    /// instances. An instance that does not answer is tried again until it does.
    ///
    /// # Errors
    /// When a folder or the store cannot be used, or an engine's address is none.
    pub async fn new(options: Options) -> Result<Self, StartError> {
        // Every TLS connection of this process takes it; an earlier choice stands.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let shared = Arc::new(Shared::open(options).await?);
        recover::take_up(&shared).await?;
        for instance in shared.pool.instances() {
            shared
                .tasks
                .spawn(instance::keep(shared.clone(), instance.clone()));
        }
        shared.tasks.spawn(dispatch::place_waiting(shared.clone()));
        Ok(Self { shared })
    }

    /// Answers requests on a listener until [`Service::shutdown`].
    ///
    /// # Errors
    /// When the listener breaks.
    pub async fn listen<L>(&self, listener: L) -> io::Result<()>
    where
        L: Listener,
        L::Addr: Debug,
    {
        let stop = self.shared.stop.clone();
        let late = stop.clone();
        let serve = axum::serve(listener, routes::router(self.shared.clone()))
            .with_graceful_shutdown(stop.cancelled_owned());
        tokio::select! {
            result = serve => result,
            () = async { late.cancelled().await; tokio::time::sleep(GRACE).await } => Ok(()),
        }
    }

    /// Ends the service: no more requests, no more links. Runs that have not ended are taken up
    /// again by the next service on the same data folder.
    pub async fn shutdown(&self) {
        self.shared.stop.cancel();
        self.shared.tasks.close();
        // What still copies a picture may be cut off: the next start does it again.
        let _ = tokio::time::timeout(GRACE, self.shared.tasks.wait()).await;
        self.shared.data.release();
    }
}
