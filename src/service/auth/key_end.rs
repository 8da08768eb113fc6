//! Waits for the end of a key or a token, for answers that take long.

use std::sync::Arc;
use std::time::Duration;

use super::Auth;
use crate::clock;
use api::Right;

impl Auth {
    /// Completes when a key or a token is no longer valid, may no longer do this, or reaches other runs than before.
    pub(crate) fn end_of(
        &self,
        key: &[u8],
        right: Right,
    ) -> impl Future<Output = ()> + Send + use<> {
        let (keys, tokens) = (Arc::clone(&self.keys), Arc::clone(&self.tokens));
        let key = key.to_vec();
        async move {
            let mut changes = keys.changes();
            let mut reach = None;
            loop {
                changes.mark_unchanged();
                let Ok((caller, until)) = keys.valid_until_with(&tokens, &key) else {
                    return;
                };
                let now = caller.reach();
                if !caller.may(right) || *reach.get_or_insert_with(|| now.clone()) != now {
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
}

/// How long the clock is not looked at.
const LONGEST: Duration = Duration::from_secs(60);
