//! Looks after one engine instance for as long as it is followed.

mod command;
mod idle;
mod restart;

use std::sync::Arc;

use restart::Restarts;
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
        let mut restarts = Restarts::default();
        loop {
            sleep(engines.care.interval).await;
            idle::free(&engines, &instance, &observer).await;
            restarts.restart(&engines, &instance, &observer).await;
        }
    };
    tokio::select! {
        () = engines.background.stopped() => {}
        () = instance.membership.left() => {}
        () = caring => {}
    }
}
