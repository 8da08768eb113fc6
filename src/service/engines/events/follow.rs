//! Stays connected to an instance, with growing delays after failures.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::backoff::{Backoff, with_jitter};
use super::connection::connection;
use crate::engines::Engines;
use crate::engines::instance::{Faults, Health, Instance};
use crate::engines::instance_observer::InstanceObserver;

/// Stays connected to an instance until the service stops or the instance leaves.
pub(crate) async fn follow(
    engines: Arc<Engines>,
    instance: Arc<Instance>,
    observer: Arc<dyn InstanceObserver>,
) {
    let mut backoff = Backoff::new(instance.client.limits().retry_delays);
    let mut faults = Faults::default();
    let mut reported = None;
    loop {
        let started = Instant::now();
        let error = tokio::select! {
            () = engines.background.stopped() => return,
            () = instance.membership.left() => return,
            Err(error) = connection(&engines, &instance, &observer) => error,
        };
        let address = &instance.address;
        let was_online = instance.set_offline(error.health());
        instance.availability.set_refusal(error.refusal());
        if was_online {
            // An instance that cannot be reached any more is usually restarted.
            if error.health() == Health::Stopped {
                observer.instance_is_cold(&instance);
            }
            engines.signal.notify_instances();
        }
        if was_online {
            tracing::warn!("lost the engine instance {address}: {error}; reconnecting");
        } else if reported != Some(error.cause()) {
            match error.refusal() {
                Some(why) => {
                    tracing::warn!("not connecting to the engine instance {address}: {why}")
                }
                None => tracing::warn!(
                    "the engine instance {address} does not respond: {error}; retrying"
                ),
            }
        }
        reported = (!was_online).then(|| error.cause());
        if was_online || !error.is_wrong_answer() {
            faults = Faults::default();
        }
        if error.is_wrong_answer() {
            faults.count();
        }
        if faults.exceed(instance.client.limits()) {
            let why = error.to_string();
            observer.clone().runs_are_unreadable(&instance, &why);
        }
        let lasted = if was_online {
            started.elapsed()
        } else {
            Duration::ZERO
        };
        let delay = backoff.after(lasted);
        tokio::select! {
            () = engines.background.stopped() => return,
            () = instance.membership.left() => return,
            () = wait(&instance, delay, backoff.before_probe()) => {}
        }
    }
}

/// Waits for a delay, or until a caller needs the instance.
async fn wait(instance: &Instance, delay: Duration, before_probe: Duration) {
    let delay = with_jitter(delay);
    let uninterrupted = delay.min(before_probe);
    sleep(uninterrupted).await;
    tokio::select! {
        () = sleep(delay - uninterrupted) => {}
        () = instance.tasks.refresh.requested() => {}
    }
}
