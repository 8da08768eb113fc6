//! What all routes of one service share: its parts, each of which owns its state.

use std::sync::Arc;

use super::http_settings::HttpSettings;
use super::queue_view::QueueView;
use super::summary_view::SummaryView;
use crate::auth::Auth;
use crate::catalog::SharedCatalog;
use crate::engines::{Engines, InstanceObserver};
use crate::monitoring::Monitoring;
use crate::outputs::Outputs;
use crate::retention::Retention;
use crate::run_events::RunEvents;
use crate::runs::Runs;
use crate::shares::Shares;
use crate::trusted_time::TrustedTime;
use crate::webhooks::Webhooks;
use store::{ShareRecord, Store};

/// What all routes of one service share.
pub(crate) struct AppState {
    pub(crate) auth: Auth,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) catalog: Arc<SharedCatalog>,
    pub(crate) engines: Arc<Engines>,
    pub(crate) outputs: Arc<Outputs>,
    pub(crate) runs: Arc<Runs>,
    pub(crate) run_events: Arc<RunEvents>,
    pub(crate) retention: Arc<Retention>,
    pub(crate) time: Arc<TrustedTime>,
    pub(crate) shares: Shares,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) monitoring: Arc<Monitoring>,
    pub(crate) settings: HttpSettings,
    pub(crate) queue_view: QueueView,
    pub(crate) summary_view: SummaryView,
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").finish_non_exhaustive()
    }
}

impl AppState {
    /// The signed link to an output file of a run of this owner.
    pub(crate) fn output_link(&self, filename: &str, owner: &str) -> String {
        let link_id = self.auth.keys.link_id(owner);
        self.settings
            .link(&self.auth.signer.link(filename, &link_id))
    }

    /// The signed link to an output file of a run of this owner that is valid for this long, in seconds, at least.
    pub(crate) fn lasting_output_link(&self, filename: &str, owner: &str, seconds: u64) -> String {
        let link_id = self.auth.keys.link_id(owner);
        let signer = &self.auth.signer;
        self.settings
            .link(&signer.lasting_link(filename, &link_id, seconds))
    }

    /// The link to a share. `None` if the share is damaged.
    pub(crate) fn share_link(&self, share: &ShareRecord) -> Option<String> {
        let path = self.shares.path(share)?;
        Some(self.settings.link(&path))
    }

    /// The observer of the engine instances.
    pub(crate) fn observer(&self) -> Arc<dyn InstanceObserver> {
        self.runs.clone()
    }
}
