//! Removes old lines of the audit log.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::background::Background;
use crate::trusted_time::TrustedTime;
use store::AuditStore;

/// How often old lines are looked for.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Removes the lines that are older than this at the start and from then on, until the service stops.
pub(crate) async fn keep_for(
    age: Duration,
    store: Arc<dyn AuditStore>,
    time: Arc<TrustedTime>,
    background: Background,
) {
    // An age that no clock can show keeps everything.
    let Ok(age) = TimeDelta::from_std(age) else {
        return;
    };
    loop {
        let now = time.now().await;
        if let Some(before) = now.and_then(|now| now.checked_sub_signed(age))
            && let Err(why) = store.forget_audit(before).await
        {
            tracing::warn!("removing old lines of the audit log: {why}");
        }
        if !background.sleep(INTERVAL).await {
            return;
        }
    }
}
