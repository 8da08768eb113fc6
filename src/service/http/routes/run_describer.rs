//! Runs as deliveries of webhooks describe them: as listings do, with links that last and, if possible, are absolute.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;

use super::runs::run_detail_with;
use crate::http::app_state::AppState;
use crate::webhooks::DescribeRun;
use store::StoreError;

/// How long links are valid, in seconds.
const LINKS: u64 = 48 * 3600;

/// Describes the runs of a service.
pub(crate) struct RunDescriber(Arc<AppState>);

impl RunDescriber {
    /// Describes the runs of this service.
    pub(crate) fn new(app: Arc<AppState>) -> Self {
        Self(app)
    }
}

#[async_trait]
impl DescribeRun for RunDescriber {
    async fn describe(&self, run_id: &str) -> Result<Option<Value>, String> {
        let app = &self.0;
        let run = match app.store.listed_run(run_id).await {
            // The store reports it.
            Err(StoreError::Damaged { .. }) => None,
            run => run.map_err(|why| why.to_string())?,
        };
        let Some(run) = run else { return Ok(None) };
        let base = run.link_base.clone();
        // A base is only stored if the service does not know its public address; it may know one since.
        let base = base.filter(|_| app.settings.public_url.is_none());
        let base = base.unwrap_or_default();
        let link = |filename: &str, owner: &str| {
            base.clone() + &app.lasting_output_link(filename, owner, LINKS)
        };
        let detail = run_detail_with(app, run, link).await;
        let mut detail = detail.map_err(|why| why.to_string())?;
        // These are of a moment that has passed when they arrive.
        (detail.preview, detail.progress) = (None, None);
        // Receivers have no key that may see the engines.
        detail.instance = None;
        let detail = serde_json::to_value(detail);
        Ok(Some(detail.map_err(|why| why.to_string())?))
    }
}
