//! Waits for the end of a key, for answers that take long.

use std::sync::Arc;
use std::time::Duration;

use super::api_key::ApiKeyHash;
use super::keys::Keys;
use crate::clock;
use api::Right;

impl Keys {
    /// Completes when a key is no longer valid, or may no longer do this.
    pub(crate) async fn end_of(self: Arc<Self>, key: ApiKeyHash, right: Right) {
        let mut changes = self.changes();
        loop {
            changes.mark_unchanged();
            let Ok((caller, until)) = self.valid_until(&key) else {
                return;
            };
            if !caller.may(right) {
                return;
            }
            let expired = async {
                match until {
                    Some(end) => {
                        // Not all of a long time, because the clock may be set.
                        let rest = (end - clock::now()).to_std().unwrap_or_default();
                        tokio::time::sleep(rest.min(LONGEST)).await;
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                changed = changes.changed() => if changed.is_err() {
                    return;
                },
                () = expired => {}
            }
        }
    }
}

/// How long the clock is not looked at.
const LONGEST: Duration = Duration::from_secs(60);
