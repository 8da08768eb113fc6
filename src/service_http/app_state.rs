//! What all routes of one service share: its use cases, and what only HTTP needs besides them.

use std::sync::Arc;

use super::http_settings::HttpSettings;
use super::queue_view::QueueView;
use service::auth::Auth;
use service::monitoring::Monitoring;
use service::operations::{Operations, Parts};
use service::outputs::Outputs;

/// What all routes of one service share.
pub(crate) struct AppState {
    pub(crate) operations: Operations,
    pub(crate) auth: Arc<Auth>,
    pub(crate) outputs: Arc<Outputs>,
    pub(crate) monitoring: Arc<Monitoring>,
    pub(crate) settings: HttpSettings,
    pub(crate) queue_view: QueueView,
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").finish_non_exhaustive()
    }
}

impl AppState {
    /// The state of the routes of a service with these parts.
    pub(crate) fn new(parts: &Parts, settings: HttpSettings) -> Self {
        Self {
            operations: Operations::new(parts),
            auth: parts.auth.clone(),
            outputs: parts.outputs.clone(),
            monitoring: parts.monitoring.clone(),
            settings,
            queue_view: QueueView::default(),
        }
    }
}
