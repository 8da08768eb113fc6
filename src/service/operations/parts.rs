//! The parts of a service. Each owns its state. A use case takes the parts that it needs.

use std::sync::Arc;

use crate::auth::Auth;
use crate::catalog::SharedCatalog;
use crate::engines::{Engines, InstanceObserver};
use crate::monitoring::Monitoring;
use crate::outputs::Outputs;
use crate::retention::Retention;
use crate::run_events::RunEvents;
use crate::run_views::RunViews;
use crate::runs::Runs;
use crate::shares::Shares;
use crate::trusted_time::TrustedTime;
use crate::webhooks::Webhooks;
use store::Store;

/// The parts of a service.
#[derive(Clone)]
pub struct Parts {
    /// Keys, tokens and links.
    pub auth: Arc<Auth>,
    pub(crate) catalog: Arc<SharedCatalog>,
    pub(crate) engines: Arc<Engines>,
    /// Metrics and readiness.
    pub monitoring: Arc<Monitoring>,
    /// The files that runs produced.
    pub outputs: Arc<Outputs>,
    pub(crate) retention: Arc<Retention>,
    pub(crate) run_events: Arc<RunEvents>,
    pub(crate) run_views: RunViews,
    pub(crate) runs: Arc<Runs>,
    pub(crate) shares: Arc<Shares>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) time: Arc<TrustedTime>,
    pub(crate) webhooks: Arc<Webhooks>,
    /// Whether the first key is in a file that the service can replace.
    pub(crate) has_key_file: bool,
}

impl Parts {
    /// The observer of the engine instances.
    pub(crate) fn observer(&self) -> Arc<dyn InstanceObserver> {
        self.runs.clone()
    }
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parts").finish_non_exhaustive()
    }
}
