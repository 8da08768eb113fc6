//! Removes the plain copies of results that no link shows any more, and of outputs that are gone.

use std::sync::Arc;
use std::time::Duration;

use super::Outputs;
use crate::background::Background;
use store::Reach;

/// How often links that have expired are looked for. Those that are revoked lose their copies at once.
const INTERVAL: Duration = Duration::from_secs(600);

/// Removes copies that are not needed until the service stops.
pub(crate) async fn keep_clean(outputs: Arc<Outputs>, background: Background) {
    while background.sleep(INTERVAL).await {
        outputs.clean_plain_copies().await;
    }
}

impl Outputs {
    /// Removes the copies that are not needed any more.
    pub(crate) async fn clean_plain_copies(&self) {
        if self.plain_copies.is_empty().await {
            return;
        }
        match self.store.shares(Reach::default()).await {
            Ok(shares) => {
                let shared = shares.into_iter().map(|share| share.run_id);
                self.plain_copies.retain(shared.collect()).await;
            }
            Err(why) => tracing::warn!("removing copies for links that have ended: {why}"),
        }
    }
}
