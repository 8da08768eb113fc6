//! Whether the service is ready for callers: it can write to its store, accepted runs go on, an engine has answered, and
//! it is not stopping.
//! Writing is tried at most every few seconds, because anybody may ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::Monitored;
use crate::engines::Engines;
use crate::runs::Runs;
use store::MonitoringStore;

/// How long an attempt to write counts, and how long it may take.
const COUNTS: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(2);

/// What keeps the service from being ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The store cannot be written, or keeps accepted runs from going on.
    Store,
    /// No engine has answered since the start.
    Engine,
    /// It is stopping.
    Stopping,
}

impl Missing {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Engine => "engine",
            Self::Stopping => "stopping",
        }
    }
}

/// Whether the service is ready.
pub(super) struct Readiness {
    engines: Arc<Engines>,
    runs: Arc<Runs>,
    store: Arc<dyn MonitoringStore>,
    /// When writing was tried last, and whether it succeeded.
    written: Mutex<Option<(Instant, bool)>>,
    has_engine: AtomicBool,
    is_stopping: AtomicBool,
}

impl Readiness {
    pub(super) fn new(monitored: &Monitored) -> Self {
        Self {
            engines: monitored.engines.clone(),
            runs: monitored.runs.clone(),
            store: monitored.store.clone(),
            written: Mutex::new(None),
            has_engine: AtomicBool::new(false),
            is_stopping: AtomicBool::new(false),
        }
    }

    /// Notes that the service stops.
    pub(super) fn stop(&self) {
        self.is_stopping.store(true, Relaxed);
    }

    /// What is missing.
    pub(super) async fn missing(&self) -> Vec<Missing> {
        let store_fails = self.runs.store_trouble.why().is_some() || !self.can_write().await;
        let all = [
            (Missing::Stopping, self.is_stopping.load(Relaxed)),
            (Missing::Store, store_fails),
            (Missing::Engine, !self.has_engine()),
        ];
        let missing = all.into_iter().filter(|(_, is_missing)| *is_missing);
        missing.map(|(what, _)| what).collect()
    }

    /// Whether an engine has answered since the start, also one that was removed.
    fn has_engine(&self) -> bool {
        let has_engine = self.has_engine.load(Relaxed)
            || self
                .engines
                .pool
                .instances()
                .iter()
                .any(|one| one.availability.has_answered());
        self.has_engine.store(has_engine, Relaxed);
        has_engine
    }

    async fn can_write(&self) -> bool {
        let mut written = self.written.lock().await;
        if let Some((at, succeeded)) = *written
            && at.elapsed() < COUNTS
        {
            return succeeded;
        }
        let why = match tokio::time::timeout(TIMEOUT, self.store.check_writing()).await {
            Ok(Ok(())) => None,
            Ok(Err(why)) => Some(why.to_string()),
            Err(_) => Some("it does not answer".to_owned()),
        };
        if let Some(why) = &why {
            tracing::warn!("writing to the run store: {why}; the service is not ready");
        }
        *written = Some((Instant::now(), why.is_none()));
        why.is_none()
    }
}
