//! Follows one engine instance: its events over a WebSocket, and its queue where these do not explain it.
//! Reconnects after a failure. Does not know how a run is settled.
//! Source: ComfyUI's `/ws` and `GET /queue`.

mod backoff;
mod event;
mod pace;
mod preview;
mod probe;
pub(super) mod progress;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WebSocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use backoff::Backoff;
use pace::Pace;

use super::app_state::AppState;
use super::engine_client::{EngineError, EngineErrorKind};
use super::instance::{Faults, Health, Instance};
use super::settle;

/// The events of an instance.
type WebSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// Events come in bursts: one new snapshot is enough for each burst.
const BURST: Duration = Duration::from_millis(30);
/// The longest event that is read, in bytes. A longer one only shows that something has happened.
const MAX_EVENT: usize = 4 << 20;

/// What we tell an instance about us: it has to be the first message.
const FEATURES: &str = r#"{"type": "feature_flags", "data": {"supports_preview_metadata": true}}"#;

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
    #[error("it accepts requests but does not answer")]
    Hung,
}

impl ConnectionError {
    /// How the instance is after this error.
    fn health(&self) -> Health {
        let is_silent = match self {
            Self::Hung | Self::HandshakeTimeout => true,
            Self::Engine(error) => error.is_timeout,
            Self::Events(_) | Self::Closed => false,
        };
        if is_silent {
            Health::Hung
        } else {
            Health::Stopped
        }
    }

    /// What two errors have in common if the log needs only one of them. The text of an answer with an error status
    /// may be another one each time.
    fn cause(&self) -> String {
        match self {
            Self::Engine(error) if error.status.is_some() => format!("{:?}", error.status),
            other => other.to_string(),
        }
    }

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

/// Stays connected to an instance until the service stops or the instance leaves.
pub(crate) async fn follow(app: Arc<AppState>, instance: Arc<Instance>) {
    let mut backoff = Backoff::new(instance.client.limits().retry_delays);
    let mut faults = Faults::default();
    let mut reported = None;
    loop {
        let started = Instant::now();
        let error = tokio::select! {
            () = app.stop.cancelled() => return,
            () = instance.left() => return,
            Err(error) = connection(&app, &instance) => error,
        };
        let address = &instance.address;
        let was_online = instance.set_offline(error.health());
        if was_online {
            // A connection that is closed usually means a restart.
            if error.health() == Health::Stopped {
                app.waiting.set_cold(&instance);
            }
            app.waiting.notify_instances();
        }
        if was_online {
            tracing::warn!("lost the engine instance {address}: {error}; reconnecting");
        } else if reported != Some(error.cause()) {
            tracing::warn!("the engine instance {address} does not respond: {error}; retrying");
        }
        reported = (!was_online).then(|| error.cause());
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
            () = instance.left() => return,
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
    let request = instance.client.events_request(&app.client_id)?;
    let connecting = connect_async_with_config(request, Some(config), false);
    let (mut events, _) = timeout(HANDSHAKE_TIMEOUT, connecting)
        .await
        .map_err(|_| ConnectionError::HandshakeTimeout)??;
    // Previews are to name their task. Older engines ignore this.
    events.send(Message::text(FEATURES)).await?;
    let classes = instance.client.object_info().await?;
    tracing::info!(
        "connected to the engine instance {} with {} node classes",
        instance.address,
        classes.len()
    );
    app.learn(instance, classes).await;
    instance.set_max_upload(instance.client.max_upload().await?);
    instance.set_connected();
    let mut pace = Pace::new(instance.client.limits());
    refresh(app, instance, &mut pace).await?;
    instance.set_online();
    app.waiting.notify_instances();
    tokio::select! {
        error = follow_events(app, instance, events, pace) => Err(error),
        () = probe::until_hung(instance) => Err(ConnectionError::Hung),
    }
}

/// Follows the events, with a snapshot of the queue whenever only that can tell what has happened.
async fn follow_events(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    mut events: WebSocket,
    mut pace: Pace,
) -> ConnectionError {
    loop {
        tokio::select! {
            message = events.next() => {
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => return error.into(),
                    None => return ConnectionError::Closed,
                };
                if event::handle(app, instance, &message) {
                    pace.hurry(BURST);
                }
            }
            () = instance.refresh_requested() => {
                if !instance.knows_queue() {
                    pace.hurry(BURST);
                }
            }
            () = pace.due(instance) => {
                if let Err(error) = refresh(app, instance, &mut pace).await {
                    return error.into();
                }
            }
        }
    }
}

async fn refresh(
    app: &Arc<AppState>,
    instance: &Arc<Instance>,
    pace: &mut Pace,
) -> Result<(), EngineError> {
    let started = Instant::now();
    let foreign = instance.foreign();
    let changes = instance.refresh().await?;
    if instance.foreign() != foreign {
        app.waiting.notify_instances();
    }
    pace.refreshed(started.elapsed());
    for (prompt_id, change) in changes {
        settle::changed(app, instance, prompt_id, change);
    }
    Ok(())
}
