//! A service that answers over HTTP: start, listen, shut down.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use http_server::listen::{self, Limits, Tls};
use service::{ConfigChanges, EngineSettings, Options, Service, StartError};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::app_state::AppState;
use super::http_settings::HttpSettings;
use super::routes::{monitoring_router, router};

/// How many connections a listener for monitoring has.
const MONITORING_CONNECTIONS: usize = 64;

/// A service and its routes.
#[derive(Debug)]
pub struct Server {
    service: Service,
    app: Arc<AppState>,
    limits: Limits,
    tls: Option<Tls>,
    grace: Duration,
    /// Cancelled when no new connection may be accepted.
    closing: CancellationToken,
    listeners: TaskTracker,
}

impl Server {
    /// Starts the service; it answers nobody yet.
    ///
    /// # Errors
    /// Those of [`Service::start`].
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let (limits, grace) = (options.limits.clone(), options.grace);
        let tls = options.tls.clone();
        let settings = HttpSettings::of(&options);
        let service = Service::start(options).await?;
        Ok(Self {
            app: Arc::new(AppState::new(service.parts(), settings)),
            service,
            limits,
            tls,
            grace,
            closing: CancellationToken::new(),
            listeners: TaskTracker::new(),
        })
    }

    #[cfg(test)]
    pub(crate) fn app(&self) -> &Arc<AppState> {
        &self.app
    }

    /// As [`Service::configure`].
    ///
    /// # Errors
    /// Those of [`Service::configure`].
    pub async fn configure(&self, engines: Vec<EngineSettings>) -> Result<ConfigChanges, String> {
        self.service.configure(engines).await
    }

    /// Answers requests on a listener until [`Server::shutdown`] has let them finish.
    pub async fn listen(&self, listener: TcpListener) {
        let router = router(self.app.clone(), listener.local_addr().ok());
        self.serve(listener, router, self.limits.clone()).await;
    }

    /// The same for requests of monitoring alone, which need no key there.
    pub async fn listen_for_monitoring(&self, listener: TcpListener) {
        let router = monitoring_router(self.app.clone(), listener.local_addr().ok());
        let limits = self.limits.clone().with_connections(MONITORING_CONNECTIONS);
        self.serve(listener, router, limits).await;
    }

    async fn serve(&self, listener: TcpListener, router: Router, limits: Limits) {
        let (tls, closing) = (self.tls.clone(), self.closing.clone());
        let serving = listen::serve(listener, tls, router, limits, closing);
        let cut_off = async {
            self.closing.cancelled().await;
            tokio::time::sleep(self.grace).await;
            tracing::warn!("stopping: requests took longer than {:?}", self.grace);
        };
        let listening = async {
            tokio::select! {
                () = serving => {}
                () = cut_off => {}
            }
        };
        self.listeners.track_future(listening).await;
    }

    /// Stops the service: refuses new connections, ends streams of events, lets other requests finish within the grace
    /// period, then ends the service.
    pub async fn shutdown(&self) {
        self.service.announce_end();
        self.closing.cancel();
        self.service.end_streams();
        self.listeners.close();
        self.listeners.wait().await;
        self.service.end().await;
    }
}
