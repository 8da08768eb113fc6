//! Receives the events of an instance while it answers. They may be missing for as long as they like: the proxy in
//! front of an instance may not let WebSockets through, or may end them. The instance stays online, and its queue and
//! its history settle runs.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::backoff::{Backoff, with_jitter};
use super::{earlier_clients, event, snapshot};
use crate::engines::Engines;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use comfy_client::{EngineError, EventStream, EventsError};

/// Opens a stream under a new client id, for the tasks that are submitted from now on.
pub(super) async fn open(instance: &Instance) -> Result<EventStream, EventsError> {
    let client_id = uuid::Uuid::new_v4().simple().to_string();
    let stream = EventStream::open(&instance.client, client_id).await?;
    instance.set_connected(&stream.client_id);
    instance.tasks.refresh.request();
    Ok(stream)
}

/// Receives events, at first those of this stream, until the instance does not answer.
pub(super) async fn receive(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    first: Result<EventStream, EventsError>,
) -> EngineError {
    let mut backoff = Backoff::new(instance.client.limits().retry_delays);
    let mut next = first;
    loop {
        let (error, lasted) = match next {
            Ok(stream) => {
                let (error, lasted) = follow(engines, instance, observer, stream).await;
                (error, Some(lasted))
            }
            Err(error) => (error, None),
        };
        instance.events.set_open(false);
        // Runs may have ended without an event; or the instance itself has ended.
        if let Err(error) = snapshot::take(engines, instance, observer).await {
            return error;
        }
        let has_ended = lasted.is_some() && error.is_end();
        if has_ended {
            // It may have restarted, so quickly that no request failed.
            instance.set_reached();
        }
        let of_use = lasted.filter(|_| !matches!(error, EventsError::Empty));
        let of_use = of_use.unwrap_or_default();
        match has_ended && backoff.is_good(of_use) {
            true => learn_again(engines, instance, observer),
            false => report(instance, &error),
        }
        sleep(with_jitter(backoff.after(of_use))).await;
        next = open(instance).await;
    }
}

/// Reads the classes of an instance again that may have restarted, and has loaded no models then.
fn learn_again(
    engines: &Arc<Engines>,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) {
    observer.instance_is_cold(instance);
    let (again, instance) = (engines.clone(), instance.clone());
    let refreshing = async move { again.refresh_classes_of(&instance).await };
    engines.background.spawn(refreshing);
}

/// Notes why events are missing.
fn report(instance: &Instance, error: &EventsError) {
    let address = &instance.address;
    if instance.events.set_problem(Some(error.to_string())) {
        tracing::warn!(
            "receiving the events of the engine instance {address}: {error}; its queue and history are read instead, \
             and no progress is shown. Let WebSockets through to {address}/ws"
        );
    }
}

/// Follows a stream until it ends. Returns why, and how long it was open.
async fn follow(
    engines: &Engines,
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    mut stream: EventStream,
) -> (EventsError, Duration) {
    let opened = Instant::now();
    let error = tokio::select! {
        biased;
        error = read(instance, observer, &mut stream) => error,
        never = earlier_clients::follow(instance, observer) => match never {},
        never = note_good(instance) => match never {},
    };
    engines.background.spawn(stream.close());
    (error, opened.elapsed())
}

async fn read(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    stream: &mut EventStream,
) -> EventsError {
    loop {
        match stream.next().await {
            Ok(message) => {
                if event::handle(instance, observer, &stream.client_id, &message) {
                    instance.tasks.refresh.request();
                }
            }
            Err(error) => return error,
        }
    }
}

/// Notes that events come again, once a stream has lasted.
async fn note_good(instance: &Instance) -> Infallible {
    let limits = instance.client.limits();
    sleep(limits.retry_delays.1.max(limits.event_silence * 2)).await;
    if instance.events.set_problem(None) {
        tracing::info!(
            "receiving the events of the engine instance {} again",
            instance.address
        );
    }
    std::future::pending().await
}
