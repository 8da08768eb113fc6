//! The link to one engine instance: its events over a WebSocket, its queue by polling, and both
//! again after a break. Source: ComfyUI's `/ws` and `GET /queue`.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use super::{HttpError, Instance, progress};
use crate::json::Json;
use crate::service::follow;
use crate::service::shared::Shared;

/// The longest that a handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Events come in bursts: one fresh picture is enough for each.
const BURST: Duration = Duration::from_millis(30);
/// How old a picture with tasks in it may grow, and one without.
const BUSY: Duration = Duration::from_secs(2);
const IDLE: Duration = Duration::from_secs(10);
/// Nested objects of an event that are read: the event, its data, nodes, a node.
const DEPTH: usize = 4;
/// The first and the longest pause before another attempt.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

/// Why a link broke.
#[derive(Debug, thiserror::Error)]
enum LinkError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("its events: {0}")]
    Events(Box<tokio_tungstenite::tungstenite::Error>),
    #[error("its events: no answer in {} s", HANDSHAKE.as_secs())]
    Slow,
    #[error("its events ended")]
    Closed,
}

impl From<tokio_tungstenite::tungstenite::Error> for LinkError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::Events(Box::new(error))
    }
}

/// Keeps the link up until the service ends.
pub(crate) async fn keep(shared: Arc<Shared>, instance: Arc<Instance>) {
    let mut pause = PAUSES.0;
    loop {
        let error = tokio::select! {
            () = shared.stop.cancelled() => return,
            Err(error) = session(&shared, &instance) => error,
        };
        if instance.down() {
            tracing::warn!(
                "the engine instance {} is lost and tried again: {error}",
                instance.uri
            );
            pause = PAUSES.0;
        } else if pause == PAUSES.0 {
            tracing::warn!(
                "the engine instance {} does not answer and is tried again: {error}",
                instance.uri
            );
        }
        // Jitter, so that many services do not knock at the same moment.
        let jittered = pause.mul_f64(rand::random_range(0.5..1.0));
        tokio::select! {
            () = shared.stop.cancelled() => return,
            () = sleep(jittered) => {}
        }
        pause = (pause * 2).min(PAUSES.1);
    }
}

async fn session(shared: &Arc<Shared>, instance: &Arc<Instance>) -> Result<Infallible, LinkError> {
    let connecting = connect_async(instance.http.events(&instance.client_id));
    let (mut events, _) = timeout(HANDSHAKE, connecting)
        .await
        .map_err(|_| LinkError::Slow)??;
    let classes = instance.http.object_info().await?;
    tracing::info!(
        "the engine instance {} is there and knows {} classes",
        instance.uri,
        classes.len()
    );
    instance.connected(classes);
    renew(shared, instance).await?;
    instance.up();
    shared.pool.wake();
    let mut due = Instant::now() + instance.patience();
    loop {
        tokio::select! {
            message = events.next() => {
                if heard(shared, instance, &message.ok_or(LinkError::Closed)??) {
                    due = due.min(Instant::now() + BURST);
                }
            }
            () = instance.poked.notified() => due = due.min(Instant::now() + BURST),
            () = sleep_until(due) => {
                renew(shared, instance).await?;
                due = Instant::now() + instance.patience();
            }
        }
    }
}

/// Takes an event in; whether the queue looks different since.
fn heard(shared: &Arc<Shared>, instance: &Arc<Instance>, message: &Message) -> bool {
    let Message::Text(text) = message else {
        return false;
    };
    let Ok(event) = Json::read(text.as_bytes(), DEPTH) else {
        return false;
    };
    let (kind, data) = (
        event.get("type").text().unwrap_or_default(),
        event.get("data"),
    );
    match (kind, data.get("prompt_id").text()) {
        ("execution_start", Some(prompt_id)) => follow::began(shared, instance, prompt_id),
        ("executing" | "progress" | "progress_state", Some(prompt_id)) => {
            instance
                .state()
                .advanced(prompt_id, progress::told(kind, data));
        }
        _ => {}
    }
    kind == "status" || kind.starts_with("execution_")
}

async fn renew(shared: &Arc<Shared>, instance: &Arc<Instance>) -> Result<(), HttpError> {
    for (prompt_id, seen) in instance.refresh().await? {
        follow::seen(shared, instance, prompt_id, seen);
    }
    Ok(())
}

impl Instance {
    fn connected(&self, classes: serde_json::Map<String, serde_json::Value>) {
        let mut state = self.state();
        state.epoch += 1;
        state.object_info = Some(Arc::new(classes));
    }

    fn up(&self) {
        self.state().up = true;
    }

    /// Notes that it does not answer; whether it did before.
    fn down(&self) -> bool {
        let mut state = self.state();
        state.queue = crate::api::Queue::default();
        state.unheard();
        std::mem::replace(&mut state.up, false)
    }

    fn patience(&self) -> Duration {
        if self.state().load() == 0 { IDLE } else { BUSY }
    }
}
