//! Runs as deliveries describe them: as listings do, with links that last and, if possible, are absolute.

use std::sync::Arc;

use serde_json::Value;

use crate::auth::Links;
use crate::run_views::RunViews;
use store::{RunStore, StoreError};

/// How long links are valid, in seconds.
const LINKS: u64 = 48 * 3600;

/// Describes the runs of a service.
pub(crate) struct DescribedRuns {
    views: RunViews,
    links: Links,
    store: Arc<dyn RunStore>,
}

impl DescribedRuns {
    /// Describes the runs of a service with these links.
    pub(crate) fn new(views: RunViews, links: Links, store: Arc<dyn RunStore>) -> Self {
        Self {
            views,
            links,
            store,
        }
    }

    /// The detail of a run. `None` if it is gone, or its row is damaged.
    ///
    /// # Errors
    /// Why it cannot be read now.
    pub(super) async fn describe(&self, run_id: &str) -> Result<Option<Value>, String> {
        let run = match self.store.listed_run(run_id).await {
            // The store reports it.
            Err(StoreError::Damaged { .. }) => None,
            run => run.map_err(|why| why.to_string())?,
        };
        let Some(run) = run else { return Ok(None) };
        let links = self.links.lasting(LINKS, run.link_base.clone());
        let view = self.views.view(run).await;
        let mut detail = view.map_err(|why| why.to_string())?.detail(&links);
        // These are of a moment that has passed when they arrive.
        (detail.preview, detail.progress) = (None, None);
        // Receivers have no key that may see the engines.
        detail.instance = None;
        let detail = serde_json::to_value(detail);
        Ok(Some(detail.map_err(|why| why.to_string())?))
    }
}
