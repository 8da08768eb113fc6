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
use crate::app_state::AppState;
use crate::engine_client::EngineError;
use crate::instance::{Instance, RunChanges};
use crate::settle;

/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);

/// Connects and follows the instance until the connection fails.
pub(super) async fn connection(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
) -> Result<Infallible, ConnectionError> {
    let mut pace = Pace::new(instance.client.limits());
    let stream = open(app, instance, &mut pace).await?;
    let classes = instance.client.object_info().await?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    app.learn(instance, classes).await;
    instance.set_max_upload(instance.client.max_upload().await?);
    instance.set_online();
    app.waiting.notify_instances();
    tokio::select! {
        error = follow_streams(app, instance, stream, pace) => Err(error),
        never = earlier_clients::follow(app, instance) => match never {},
        () = probe::until_hung(instance) => Err(ConnectionError::Hung),
    }
}

/// Opens a stream under a new client id, and takes a snapshot: runs may have ended without an event. This comes
/// before everything that can be slow, such as reading the node classes.
async fn open(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    pace: &mut Pace,
) -> Result<EventStream, ConnectionError> {
    let client_id = uuid::Uuid::new_v4().simple().to_string();
    let stream = EventStream::open(instance, client_id).await?;
    instance.set_connected(&stream.client_id);
    pace.asked();
    let changes = instance.refresh().await?;
    answered(app, instance, pace, changes);
    Ok(stream)
}

/// Follows the events. A stream that has gone silent is replaced while the instance answers otherwise.
async fn follow_streams(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    mut stream: EventStream,
    mut pace: Pace,
) -> ConnectionError {
    loop {
        let error = follow_stream(app, instance, &mut stream, &mut pace).await;
        if !matches!(error, ConnectionError::Silent) {
            return error;
        }
        tracing::warn!("{}: {error}; opening another", instance.address);
        match open(app, instance, &mut pace).await {
            Ok(new) => app.tasks.spawn(std::mem::replace(&mut stream, new).close()),
            Err(error) => return error,
        };
    }
}

/// Follows a stream, with a snapshot of the queue whenever that is due. Events are read meanwhile: an engine may take
/// long to list its queue.
async fn follow_stream(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    stream: &mut EventStream,
    pace: &mut Pace,
) -> ConnectionError {
    let mut asking = Box::pin(Fuse::terminated());
    loop {
        tokio::select! {
            message = stream.next() => match message {
                Ok(message) => {
                    if event::handle(app, instance, &stream.client_id, &message) {
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
                Ok(changes) => answered(app, instance, pace, changes),
                Err(error) => return EngineError::into(error),
            },
        }
    }
}

fn answered(app: &Arc<AppState>, instance: &Arc<Instance>, pace: &mut Pace, changes: RunChanges) {
    pace.answered();
    if changes.foreign_changed {
        app.waiting.notify_instances();
    }
    for (prompt_id, change) in changes.of_runs {
        settle::changed(app, instance, prompt_id, change);
    }
}
