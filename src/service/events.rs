//! Follows one engine instance: its events over a WebSocket, its queue by polling. Reconnects after
//! a failure. Does not know how a run is settled.
//! Source: ComfyUI's `/ws` and `GET /queue`.

mod backoff;
pub(super) mod progress;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WebSocketError, Message};

use backoff::Backoff;

use super::app_state::AppState;
use super::engine_client::{EngineError, EngineErrorKind};
use super::instance::{Faults, Instance};
use super::settle;
use crate::json::Json;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);
/// The largest age of a queue snapshot while the engine has no tasks.
const IDLE_INTERVAL: Duration = Duration::from_secs(10);
/// Nesting depth up to which an event is parsed: the event, its data, its nodes, one node.
const EVENT_DEPTH: usize = 4;
/// The longest event that is parsed, in bytes. A longer one only shows that something has happened.
const MAX_EVENT: usize = 1 << 20;

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

impl ConnectionError {
    /// Whether the engine answers, but not as ComfyUI does.
    fn is_wrong_answer(&self) -> bool {
        matches!(self, Self::Engine(error) if error.kind != EngineErrorKind::NoAnswer)
    }
}

impl From<WebSocketError> for ConnectionError {
    fn from(error: WebSocketError) -> Self {
        Self::Events(Box::new(error))
    }
}

/// Stays connected to an instance until the service stops.
pub(crate) async fn follow(app: Arc<AppState>, instance: Arc<Instance>) {
    let mut backoff = Backoff::new(instance.client.limits().retry_delays);
    let mut faults = Faults::default();
    let mut is_reported = false;
    loop {
        let started = Instant::now();
        let error = tokio::select! {
            () = app.stop.cancelled() => return,
            Err(error) = connection(&app, &instance) => error,
        };
        let address = &instance.address;
        let was_online = instance.set_offline();
        if was_online {
            tracing::warn!("lost the engine instance {address}: {error}; reconnecting");
        } else if !is_reported {
            tracing::warn!("the engine instance {address} does not respond: {error}; retrying");
        }
        is_reported = !was_online;
        if was_online || !error.is_wrong_answer() {
            faults = Faults::default();
        }
        if error.is_wrong_answer() {
            faults.count();
        }
        if faults.exceed(instance.client.limits()) {
            settle::give_up_all(&app, &instance, &error.to_string()).await;
        }
        let lasted = if was_online {
            started.elapsed()
        } else {
            Duration::ZERO
        };
        let delay = backoff.after(lasted);
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = wait(&instance, delay, backoff.before_probe()) => {}
        }
    }
}

/// Waits for a delay, or until a caller needs the instance.
async fn wait(instance: &Instance, delay: Duration, before_probe: Duration) {
    // Jitter keeps many services from reconnecting at the same moment.
    let delay = delay.mul_f64(rand::random_range(0.5..1.0));
    let uninterrupted = delay.min(before_probe);
    sleep(uninterrupted).await;
    tokio::select! {
        () = sleep(delay - uninterrupted) => {}
        () = instance.refresh_requested() => {}
    }
}

/// Connects and follows the instance until the connection fails.
async fn connection(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
) -> Result<Infallible, ConnectionError> {
    let limit = Some(instance.client.limits().event);
    let config = WebSocketConfig::default()
        .max_message_size(limit)
        .max_frame_size(limit);
    let request = instance.client.events_request(&instance.client_id)?;
    let connecting = connect_async_with_config(request, Some(config), false);
    let (mut events, _) = timeout(HANDSHAKE_TIMEOUT, connecting)
        .await
        .map_err(|_| ConnectionError::HandshakeTimeout)??;
    let classes = instance.client.object_info().await?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    app.learn(instance, classes).await;
    instance.set_connected();
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
    if text.len() > MAX_EVENT {
        return true;
    }
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
    if instance.is_busy() {
        instance.client.limits().busy_interval
    } else {
        IDLE_INTERVAL
    }
}
