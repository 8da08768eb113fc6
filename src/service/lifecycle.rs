//! The service from its start to its end, whatever face it has. Knows neither routes nor ComfyUI's protocol.

use std::time::Duration;

use crate::audit;
use crate::auth::key_uses;
use crate::background::Background;
use crate::engines::{ConfigChanges, EngineSettings};
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

/// How long background tasks may take to finish when the service ends.
const TASKS_GRACE: Duration = Duration::from_secs(1);

/// The parts of a service, and its tasks: connections to engine instances, dispatch, retention.
#[derive(Debug)]
pub struct Service {
    parts: Parts,
    background: Background,
}

/// Removes what is no longer kept, for as long as the service runs.
fn keep_clean(parts: &Parts, keep_audit: Duration, background: &Background) {
    let (store, time) = (&parts.store, &parts.time);
    let task = || background.clone();
    background.spawn(audit::keep_for(
        keep_audit,
        store.clone(),
        time.clone(),
        task(),
    ));
    background.spawn(copy_cleaning::keep_clean(parts.outputs.clone(), task()));
    background.spawn(retention::keep_within(
        parts.retention.clone(),
        store.clone(),
        task(),
    ));
    background.spawn(retention::measure(parts.retention.clone(), task()));
    background.spawn(run_events::forget_old(store.clone(), time.clone(), task()));
    background.spawn(webhooks::forget_old(parts.webhooks.clone(), task()));
}

impl Service {
    /// Opens the data folder, recovers unfinished runs and connects to the engine instances. An
    /// instance that does not respond is retried until it does.
    ///
    /// # Errors
    /// When a folder or the run store cannot be used, or an engine's address is invalid.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        networks::install_tls();
        let keep_audit = options.keep_audit;
        let background = Background::default();
        let parts = opening::open(options, background.clone()).await?;
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
        Ok(Self { parts, background })
    }

    /// What its faces work with.
    pub fn parts(&self) -> &Parts {
        &self.parts
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

    /// Is not ready any more, for those who ask. The first step of an end.
    pub fn announce_end(&self) {
        self.parts.monitoring.stop();
    }

    /// Ends the streams of events, which would never end by themselves.
    pub fn end_streams(&self) {
        self.parts.run_events.stop();
    }

    /// Closes the connections to engine instances and the store. The next service on the same data folder recovers
    /// the runs that have not ended.
    pub async fn end(&self) {
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
