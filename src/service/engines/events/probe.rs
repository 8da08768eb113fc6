//! Notices that an instance no longer answers, and that its number of tasks is not the one that its events have
//! announced.
//! Source: ComfyUI's `GET /prompt`, its cheapest route.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::engines::instance::Instance;

/// The time between two probes.
const INTERVAL: Duration = Duration::from_secs(2);

/// Probes an instance until it does not answer in time. Every answer counts, also an error. If it cannot be reached, a
/// snapshot decides what that means.
pub(super) async fn until_hung(instance: &Instance) {
    let patience = instance.client.limits().probe;
    loop {
        sleep(INTERVAL.min(patience)).await;
        let Ok(answer) = timeout(patience, instance.client.probe()).await else {
            return;
        };
        let needs_snapshot = match answer {
            Ok(tasks) => tasks.is_some_and(|tasks| instance.tasks.set_announced(Some(tasks))),
            Err(_) => instance.tasks.set_announced(None),
        };
        if needs_snapshot {
            instance.tasks.refresh.request();
        }
    }
}
