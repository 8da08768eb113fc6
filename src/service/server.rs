//! The service as a whole: start, listen, shut down. Knows neither routes nor ComfyUI's protocol.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;

use super::app_state::AppState;
use super::options::Options;
use super::start_error::StartError;
use super::{events, recovery, routes, waiting_runs};

/// How long open connections and background tasks may take to finish on shutdown.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);

/// The service: its routes and its connections to engine instances.
#[derive(Debug)]
pub struct Service {
    app: Arc<AppState>,
}

impl Service {
    /// Opens the data folder, recovers unfinished runs and connects to the engine instances. An
    /// instance that does not respond is retried until it does.
    ///
    /// # Errors
    /// When a folder or the run store cannot be used, or an engine's address is invalid.
    pub async fn new(options: Options) -> Result<Self, StartError> {
        // All TLS connections of this process use it. An error means that one is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let app = Arc::new(AppState::open(options).await?);
        recovery::recover_runs(&app).await?;
        for instance in app.pool.instances() {
            app.tasks
                .spawn(events::follow(app.clone(), instance.clone()));
        }
        app.tasks
            .spawn(waiting_runs::hand_over_waiting(app.clone()));
        Ok(Self { app })
    }

    /// Answers requests on a listener until [`Service::shutdown`].
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn listen<L>(&self, listener: L) -> io::Result<()>
    where
        L: Listener,
        L::Addr: Debug,
    {
        let stop = self.app.stop.clone();
        let deadline = stop.clone();
        let serve = axum::serve(listener, routes::router(self.app.clone()))
            .with_graceful_shutdown(stop.cancelled_owned());
        tokio::select! {
            result = serve => result,
            () = async { deadline.cancelled().await; tokio::time::sleep(SHUTDOWN_GRACE).await } => Ok(()),
        }
    }

    /// Stops the service: closes the listener and the connections to engine instances. The next
    /// service on the same data folder recovers the runs that have not ended.
    pub async fn shutdown(&self) {
        self.app.stop.cancel();
        self.app.tasks.close();
        // Copying outputs may be cut off: the next start repeats it.
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, self.app.tasks.wait()).await;
        self.app.data.release();
    }
}
