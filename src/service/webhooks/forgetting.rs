//! Removes old deliveries.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use super::Webhooks;
use crate::background::Background;

/// How often old deliveries are looked for.
const INTERVAL: Duration = Duration::from_secs(3600);
/// How long deliveries are kept that were delivered, and that have failed.
const DELIVERED: TimeDelta = TimeDelta::days(7);
const FAILED: TimeDelta = TimeDelta::days(30);

/// Removes old deliveries at the start and from then on, until the service stops.
pub(crate) async fn forget_old(webhooks: Arc<Webhooks>, background: Background) {
    loop {
        if let Some(now) = webhooks.time.now().await {
            let forgotten = webhooks
                .deliveries
                .forget_deliveries(now - DELIVERED, now - FAILED);
            if let Err(why) = forgotten.await {
                tracing::warn!("removing old deliveries of webhooks: {why}; trying again");
            }
        }
        let next = webhooks.now() + INTERVAL;
        tokio::select! {
            () = background.stopped() => return,
            () = webhooks.clock.sleep_until(next) => {}
        }
    }
}
