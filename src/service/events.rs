//! Follows one engine instance: its events over a WebSocket, its queue by polling. Reconnects after
//! a failure. Does not know how a run is settled.
//! Source: ComfyUI's `/ws` and `GET /queue`.

mod progress;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{Error as WebSocketError, Message};

use super::app_state::AppState;
use super::engine_client::EngineError;
use super::instance::Instance;
use super::settle;
use crate::json::Json;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);
/// The maximum age of a queue snapshot, with and without tasks.
const BUSY_INTERVAL: Duration = Duration::from_secs(2);
const IDLE_INTERVAL: Duration = Duration::from_secs(10);
/// Nesting depth up to which an event is parsed: the event, its data, its nodes, one node.
const EVENT_DEPTH: usize = 4;
const MIN_RETRY_DELAY: Duration = Duration::from_millis(200);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(5);

/// Why a connection to an instance failed.
#[derive(Debug, thiserror::Error)]
enum ConnectionError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("reading its events: {0}")]
    Events(Box<WebSocketError>),
    #[error("connecting to its events: no answer within {} s", HANDSHAKE_TIMEOUT.as_secs())]
    HandshakeTimeout,
    #[error("reading its events: the engine closed the connection")]
    Closed,
}

impl From<WebSocketError> for ConnectionError {
    fn from(error: WebSocketError) -> Self {
        Self::Events(Box::new(error))
    }
}

/// Stays connected to an instance until the service stops.
pub(crate) async fn follow(app: Arc<AppState>, instance: Arc<Instance>) {
    let mut delay = MIN_RETRY_DELAY;
    loop {
        let error = tokio::select! {
            () = app.stop.cancelled() => return,
            Err(error) = connection(&app, &instance) => error,
        };
        let address = &instance.address;
        if instance.set_offline() {
            tracing::warn!("lost the engine instance {address}: {error}; reconnecting");
            delay = MIN_RETRY_DELAY;
        } else if delay == MIN_RETRY_DELAY {
            tracing::warn!("the engine instance {address} does not respond: {error}; retrying");
        }
        // Jitter keeps many services from reconnecting at the same moment.
        let jittered = delay.mul_f64(rand::random_range(0.5..1.0));
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = sleep(jittered) => {}
        }
        delay = (delay * 2).min(MAX_RETRY_DELAY);
    }
}

/// Connects and follows the instance until the connection fails.
async fn connection(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
) -> Result<Infallible, ConnectionError> {
    let connecting = connect_async(instance.client.events_url(&instance.client_id));
    let (mut events, _) = timeout(HANDSHAKE_TIMEOUT, connecting)
        .await
        .map_err(|_| ConnectionError::HandshakeTimeout)??;
    let classes = instance.client.object_info().await?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    instance.set_connected(classes);
    refresh(app, instance).await?;
    instance.set_online();
    app.pool.notify_slot_freed();
    let mut refresh_at = Instant::now() + refresh_interval(instance);
    loop {
        tokio::select! {
            message = events.next() => {
                if handle_event(app, instance, &message.ok_or(ConnectionError::Closed)??) {
                    refresh_at = refresh_at.min(Instant::now() + BURST);
                }
            }
            () = instance.refresh_requested() => refresh_at = refresh_at.min(Instant::now() + BURST),
            () = sleep_until(refresh_at) => {
                refresh(app, instance).await?;
                refresh_at = Instant::now() + refresh_interval(instance);
            }
        }
    }
}

/// Handles an event. Returns whether the queue may have changed.
fn handle_event(app: &Arc<AppState>, instance: &Arc<Instance>, message: &Message) -> bool {
    let Message::Text(text) = message else {
        return false;
    };
    let Ok(event) = Json::read(text.as_bytes(), EVENT_DEPTH) else {
        return false;
    };
    let kind = event.get("type").text().unwrap_or_default();
    let data = event.get("data");
    match (kind, data.get("prompt_id").text()) {
        ("execution_start", Some(prompt_id)) => settle::started(app, instance, prompt_id),
        (_, Some(prompt_id)) => {
            if let Some(event) = progress::event(kind, data) {
                instance.apply_node_event(prompt_id, event);
            }
        }
        _ => {}
    }
    kind == "status" || kind.starts_with("execution_")
}

async fn refresh(app: &Arc<AppState>, instance: &Arc<Instance>) -> Result<(), EngineError> {
    for (prompt_id, change) in instance.refresh().await? {
        settle::changed(app, instance, prompt_id, change);
    }
    Ok(())
}

fn refresh_interval(instance: &Instance) -> Duration {
    if instance.is_unloaded() {
        IDLE_INTERVAL
    } else {
        BUSY_INTERVAL
    }
}
