//! The service as a whole: start, listen, shut down. Knows neither routes nor ComfyUI's protocol.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::audit;
use crate::auth::key_uses;
use crate::background::Background;
use crate::engines::{ConfigChanges, EngineSettings};
use crate::http::{AppState, monitoring_router, router};
use crate::opening;
use crate::operations::Parts;
use crate::options::Options;
use crate::outputs::copy_cleaning;
use crate::retention;
use crate::run_events;
use crate::runs::{dispatch, lost, recovery, strays};
use crate::start_error::StartError;
use crate::trusted_time;
use crate::webhooks;
use data_folder::STORE_FILE;
use http_server::listen::{self, Limits, Tls};

/// How long background tasks may take to finish on shutdown.
const TASKS_GRACE: Duration = Duration::from_secs(1);

/// How many connections a listener for monitoring has.
const MONITORING_CONNECTIONS: usize = 64;

/// The service: its routes and its connections to engine instances.
#[derive(Debug)]
pub struct Service {
    app: Arc<AppState>,
    parts: Parts,
    background: Background,
    limits: Limits,
    tls: Option<Tls>,
    grace: Duration,
    /// Cancelled when no new connection may be accepted.
    closing: CancellationToken,
    listeners: TaskTracker,
}

/// Chooses the implementation of TLS for all connections of this process.
pub fn install_tls() {
    // An error means that one is already installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Removes what is no longer kept, for as long as the service runs.
fn keep_clean(app: &Parts, keep_audit: Duration, background: &Background) {
    let (store, time) = (&app.store, &app.time);
    let task = || background.clone();
    background.spawn(audit::keep_for(
        keep_audit,
        store.clone(),
        time.clone(),
        task(),
    ));
    background.spawn(copy_cleaning::keep_clean(app.outputs.clone(), task()));
    background.spawn(retention::keep_within(
        app.retention.clone(),
        store.clone(),
        task(),
    ));
    background.spawn(retention::measure(app.retention.clone(), task()));
    background.spawn(run_events::forget_old(store.clone(), time.clone(), task()));
    background.spawn(webhooks::forget_old(app.webhooks.clone(), task()));
}

impl Service {
    /// Opens the data folder, recovers unfinished runs and connects to the engine instances. An
    /// instance that does not respond is retried until it does.
    ///
    /// # Errors
    /// When a folder or the run store cannot be used, or an engine's address is invalid.
    pub async fn new(options: Options) -> Result<Self, StartError> {
        install_tls();
        let (limits, grace) = (options.limits.clone(), options.grace);
        let tls = options.tls.clone();
        let keep_audit = options.keep_audit;
        let background = Background::default();
        let settings = opening::http_settings(&options);
        let parts = opening::open(options, background.clone()).await?;
        let app = Arc::new(AppState::new(&parts, settings));
        let runs = &parts.runs;
        let recovered = recovery::recover_runs(runs, &*parts.store).await;
        recovered.map_err(|why| StartError::store(&runs.data.path().join(STORE_FILE), &why))?;
        let observer = parts.observer();
        for instance in parts.engines.pool.instances().iter() {
            parts.engines.follow(instance, &observer);
        }
        background.spawn(dispatch::dispatch(runs.clone()));
        background.spawn(dispatch::keep_learned(runs.clone(), parts.store.clone()));
        background.spawn(lost::watch(runs.clone()));
        let (keys, store) = (parts.auth.keys.clone(), parts.store.clone());
        background.spawn(key_uses::keep(keys, store, background.clone()));
        background.spawn(trusted_time::watch(parts.time.clone(), background.clone()));
        background.spawn(parts.run_events.clone().follow(background.clone()));
        background.spawn(parts.monitoring.clone().follow(background.clone()));
        let (webhooks, task) = (parts.webhooks.clone(), background.clone());
        background.spawn(webhooks::deliver(webhooks, task));
        keep_clean(&parts, keep_audit, &background);
        background.spawn({
            let runs = runs.clone();
            async move { strays::report_outputs(&runs).await }
        });
        Ok(Self {
            app,
            parts,
            background,
            limits,
            tls,
            grace,
            closing: CancellationToken::new(),
            listeners: TaskTracker::new(),
        })
    }

    /// Replaces the engine instances of the configuration file by these. Those that are no longer among them
    /// finish their runs.
    ///
    /// # Errors
    /// When an address is invalid: nothing has changed then. When the store fails.
    pub async fn configure(&self, engines: Vec<EngineSettings>) -> Result<ConfigChanges, String> {
        let observer = self.parts.observer();
        self.parts.engines.configure(engines, &observer).await
    }

    /// Answers requests on a listener until [`Service::shutdown`] has let them finish.
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

    /// Stops the service: refuses new connections, ends streams of events, lets other requests finish within the grace period, then
    /// closes the connections to engine instances. The next service on the same data folder recovers
    /// the runs that have not ended.
    pub async fn shutdown(&self) {
        self.parts.monitoring.stop();
        self.closing.cancel();
        self.parts.run_events.stop();
        self.listeners.close();
        self.listeners.wait().await;
        // Copying outputs may be cut off: the next start repeats it.
        let _ = tokio::time::timeout(TASKS_GRACE, self.background.stop()).await;
        if let Err(why) = self.parts.store.complete().await {
            tracing::warn!(
                "completing the file of the run store: {why}; a copy of it needs the files beside it, too"
            );
        }
        self.parts.runs.data.release();
    }
}

#[cfg(test)]
pub(crate) mod tests;
