//! Stores when keys were last used: not with each request, which would cost a write.

use std::sync::Arc;
use std::time::Duration;

use super::keys::Keys;
use crate::background::Background;
use store::KeyStore;

/// How often the uses are stored.
const INTERVAL: Duration = Duration::from_secs(60);

/// Stores the uses of keys from time to time, and when the service stops.
pub(crate) async fn keep(keys: Arc<Keys>, store: Arc<dyn KeyStore>, background: Background) {
    while !background.is_stopped() {
        tokio::select! {
            () = background.stopped() => {}
            () = tokio::time::sleep(INTERVAL) => {}
        }
        let uses = keys.take_uses();
        if uses.is_empty() {
            continue;
        }
        if let Err(why) = store.note_uses(uses).await {
            tracing::warn!("storing when keys were last used: {why}");
        }
    }
}
