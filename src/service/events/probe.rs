//! Notices that an instance no longer answers, although its connection is open.
//! Source: ComfyUI's `GET /prompt`, its cheapest route.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::service::instance::Instance;

/// The time between two probes.
const INTERVAL: Duration = Duration::from_secs(2);

/// Probes an instance until it does not answer in time. Every answer counts, also an error.
pub(super) async fn until_hung(instance: &Instance) {
    let patience = instance.client.limits().probe;
    loop {
        sleep(INTERVAL.min(patience)).await;
        if timeout(patience, instance.client.probe()).await.is_err() {
            return;
        }
    }
}
