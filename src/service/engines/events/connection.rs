//! One connection to an instance, from its first answer to its failure. Requests decide whether it is there; its events
//! are received beside them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{Fuse, FusedFuture};
use tokio::time::{sleep, timeout};

use super::connection_error::ConnectionError;
use super::pace::Pace;
use super::{probe, receiver, snapshot};
use crate::engines::Engines;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use comfy_client::{EngineError, EventStream, EventsError};

/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);

/// Connects and follows the instance until the connection fails.
pub(super) async fn connection(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) -> Result<Infallible, ConnectionError> {
    instance.client.ensure_allowed().await?;
    let mut pace = Pace::new(instance.client.limits());
    pace.asked();
    // Runs may have ended in the meantime. This comes before everything that can be slow.
    let first = snapshot::take_first(engines, instance, observer);
    let limits = instance.client.limits();
    let first = timeout(limits.probe.max(limits.handshake), first).await;
    first.map_err(|_| ConnectionError::Hung)??;
    pace.answered();
    let first = tokio::select! {
        stream = come_online(engines, instance) => stream?,
        never = settle_meanwhile(engines, instance, observer, &mut pace) => match never {},
    };
    tokio::select! {
        error = follow_queue(engines, instance, observer, &mut pace) => Err(error.into()),
        error = receiver::receive(engines, instance, observer, first) => Err(error.into()),
        () = probe::until_hung(instance) => Err(ConnectionError::Hung),
    }
}

/// Learns what the instance can do, and opens its events meanwhile: the runs that it gets then have them.
async fn come_online(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
) -> Result<Result<EventStream, EventsError>, ConnectionError> {
    let classes = async {
        let classes = instance.client.object_info().await;
        classes.map_err(ConnectionError::Classes)
    };
    let (stream, classes) = tokio::join!(receiver::open(instance), classes);
    let classes = classes?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    engines.learn(instance, classes).await;
    instance
        .uploads
        .set_limit(instance.client.max_upload().await?);
    instance.availability.set_online();
    engines.signal.notify_instances();
    Ok(stream)
}

/// Asks for the queue while the instance reads its node classes, which may take long. It may answer nothing meanwhile.
async fn settle_meanwhile(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    pace: &mut Pace,
) -> Infallible {
    loop {
        let error = follow_queue(engines, instance, observer, pace).await;
        tracing::debug!("reading the queue of {}: {error}", instance.address);
        sleep(instance.client.limits().busy_interval).await;
    }
}

/// Takes a snapshot of the queue whenever that is due, until one fails.
async fn follow_queue(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    pace: &mut Pace,
) -> EngineError {
    let mut asking = Box::pin(Fuse::terminated());
    loop {
        tokio::select! {
            () = instance.tasks.refresh.requested() => pace.hurry(BURST),
            () = pace.due(instance), if asking.is_terminated() => {
                pace.asked();
                asking.set(snapshot::take(engines, instance, observer).fuse());
            }
            answer = &mut asking, if !asking.is_terminated() => match answer {
                Ok(()) => pace.answered(),
                Err(error) => return error,
            },
        }
    }
}
