//! Looks after one engine instance for as long as it is followed.

mod idle;

use std::sync::Arc;

use tokio::time::sleep;

use super::Engines;
use super::instance::Instance;
use super::instance_observer::InstanceObserver;

/// Looks after an instance until the service stops or the instance leaves.
pub(super) async fn look_after(
    engines: Arc<Engines>,
    instance: Arc<Instance>,
    observer: Arc<dyn InstanceObserver>,
) {
    let caring = async {
        loop {
            sleep(engines.care.interval).await;
            idle::free(&engines, &instance, &observer).await;
        }
    };
    tokio::select! {
        () = engines.background.stopped() => {}
        () = instance.left() => {}
        () = caring => {}
    }
}
