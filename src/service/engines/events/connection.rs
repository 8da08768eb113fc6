//! One connection to an instance, from its first event to its failure.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{Fuse, FusedFuture};

use super::connection_error::ConnectionError;
use super::event_stream::EventStream;
use super::pace::Pace;
use super::{earlier_clients, event, probe};
use crate::engines::Engines;
use crate::engines::engine_client::EngineError;
use crate::engines::instance::{Instance, RunChanges};
use crate::engines::instance_observer::InstanceObserver;

/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);

/// Connects and follows the instance until the connection fails.
pub(super) async fn connection(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) -> Result<Infallible, ConnectionError> {
    let mut pace = Pace::new(instance.client.limits());
    let stream = open(engines, instance, observer, &mut pace).await?;
    let classes = instance.client.object_info().await?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    engines.learn(instance, classes).await;
    instance.set_max_upload(instance.client.max_upload().await?);
    instance.set_online();
    engines.signal.notify_instances();
    tokio::select! {
        error = follow_streams(engines, instance, observer, stream, pace) => Err(error),
        never = earlier_clients::follow(instance, observer) => match never {},
        () = probe::until_hung(instance) => Err(ConnectionError::Hung),
    }
}

/// Opens a stream under a new client id, and takes a snapshot: runs may have ended without an event. This comes
/// before everything that can be slow, such as reading the node classes.
async fn open(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    pace: &mut Pace,
) -> Result<EventStream, ConnectionError> {
    let client_id = uuid::Uuid::new_v4().simple().to_string();
    let stream = EventStream::open(instance, client_id).await?;
    instance.set_connected(&stream.client_id);
    pace.asked();
    let changes = instance.refresh().await?;
    answered(engines, instance, observer, pace, changes);
    Ok(stream)
}

/// Follows the events. A stream that has gone silent is replaced while the instance answers otherwise.
async fn follow_streams(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    mut stream: EventStream,
    mut pace: Pace,
) -> ConnectionError {
    loop {
        let error = follow_stream(engines, instance, observer, &mut stream, &mut pace).await;
        if !matches!(error, ConnectionError::Silent) {
            return error;
        }
        tracing::warn!("{}: {error}; opening another", instance.address);
        match open(engines, instance, observer, &mut pace).await {
            Ok(new) => engines
                .background
                .spawn(std::mem::replace(&mut stream, new).close()),
            Err(error) => return error,
        };
    }
}

/// Follows a stream, with a snapshot of the queue whenever that is due. Events are read meanwhile: an engine may take
/// long to list its queue.
async fn follow_stream(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    stream: &mut EventStream,
    pace: &mut Pace,
) -> ConnectionError {
    let mut asking = Box::pin(Fuse::terminated());
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Ok(message) => {
                    if event::handle(instance, observer, &stream.client_id, &message) {
                        pace.hurry(BURST);
                    }
                }
                Err(error) => return error,
            },
            () = instance.refresh_requested() => pace.hurry(BURST),
            () = pace.due(instance), if asking.is_terminated() => {
                pace.asked();
                asking.set(instance.refresh().fuse());
            }
            answer = &mut asking, if !asking.is_terminated() => match answer {
                Ok(changes) => answered(engines, instance, observer, pace, changes),
                Err(error) => return EngineError::into(error),
            },
        }
    }
}

fn answered(
    engines: &Engines,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    pace: &mut Pace,
    changes: RunChanges,
) {
    pace.answered();
    if changes.foreign_changed {
        engines.signal.notify_instances();
    }
    for (prompt_id, change) in changes.of_runs {
        observer.clone().run_changed(instance, prompt_id, change);
    }
}
