//! The events of runs that were submitted under earlier client ids: in a connection that broke, or before the service
//! was restarted. ComfyUI sends the events of a task only to the client id that it was submitted with.
//!
//! A new connection takes a new client id, and no earlier one. ComfyUI keeps one socket for each id, and when any
//! socket with an id ends, it removes the id, even if another socket has taken it over since. A socket that broke
//! somewhere on the way may end at ComfyUI minutes later. Under an id that is used once, this cannot silence the
//! current stream. It can silence a stream that takes an earlier id over, and nothing shows that: the stream stays
//! open and answers pings. So a stream here is opened again if it brings nothing while a run of its client executes.
//! It is closed first, and its end awaited, so that it does not silence its successor. If the run just has nothing to
//! report, that costs one handshake.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::{Instant, sleep, timeout_at};

use super::event;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use comfy_client::EventStream;

/// How often the runs are looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// Follows the events of all runs with earlier client ids, as long as there are any.
pub(super) async fn follow(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
) -> Infallible {
    let mut followed = HashSet::new();
    let mut clients = FuturesUnordered::new();
    loop {
        for id in instance.tasks.known().earlier_clients() {
            if followed.insert(id.clone()) {
                clients.push(follow_client(instance, observer, id));
            }
        }
        tokio::select! {
            Some(id) = clients.next() => { followed.remove(&id); }
            () = sleep(interval(instance)) => {}
        }
    }
}

fn interval(instance: &Instance) -> Duration {
    INTERVAL.min(instance.client.limits().event_silence)
}

/// Follows the events for one client id until the instance has no run of it. Returns the id.
async fn follow_client(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    client_id: String,
) -> String {
    while instance.tasks.runs().has_any_of(&client_id) {
        match EventStream::open(&instance.client, client_id.clone()).await {
            Ok(mut stream) => {
                // Events may have been missed in between.
                instance.tasks.interrupt_reports(&client_id);
                follow_stream(instance, observer, &mut stream).await;
                stream.close().await;
            }
            Err(error) => {
                let address = &instance.address;
                tracing::debug!("following earlier runs at {address}: {error}");
                sleep(interval(instance)).await;
            }
        }
    }
    client_id
}

/// Follows a stream until it ends, is not needed any more, or may have been silenced.
async fn follow_stream(
    instance: &Arc<Instance>,
    observer: &Arc<dyn InstanceObserver>,
    stream: &mut EventStream,
) {
    let silence = instance.client.limits().event_silence;
    let mut heard = Instant::now();
    loop {
        match timeout_at(Instant::now() + interval(instance), stream.next()).await {
            Ok(Ok(message)) => {
                heard = Instant::now();
                if event::handle(instance, observer, &stream.client_id, &message) {
                    instance.tasks.refresh.request();
                }
            }
            Ok(Err(_)) => return,
            Err(_) => {}
        }
        let is_silent = heard.elapsed() >= silence
            && instance
                .tasks
                .runs()
                .executing_for(&stream.client_id)
                .is_some();
        if is_silent || !instance.tasks.runs().has_any_of(&stream.client_id) {
            return;
        }
    }
}
