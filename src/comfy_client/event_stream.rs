//! One WebSocket of an instance, with the client id whose events it gets. Notices that it has gone silent.
//! Source: ComfyUI's `/ws`.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async_tls_with_config};

use super::events_error::EventsError;
use super::liveness::{Check, Liveness};
use crate::client::EngineClient;

/// What we tell an instance about us: it has to be the first message.
const FEATURES: &str = r#"{"type": "feature_flags", "data": {"supports_preview_metadata": true}}"#;

/// How long it may take until a ping is sent.
const PINGING: Duration = Duration::from_secs(5);

/// How long the engine may take to end a stream that we close.
const CLOSING: Duration = Duration::from_secs(2);

/// The events for one client id.
pub struct EventStream {
    /// The client id.
    pub client_id: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    liveness: Liveness,
    /// Until when its first event has to come.
    empty_until: Option<Instant>,
}

impl EventStream {
    /// Connects under a client id.
    ///
    /// # Errors
    /// When the engine cannot be reached, or does not open the WebSocket in time.
    pub async fn open(client: &EngineClient, client_id: String) -> Result<Self, EventsError> {
        let limits = client.limits();
        let config = WebSocketConfig::default()
            .max_message_size(Some(limits.event))
            .max_frame_size(Some(limits.event));
        let request = client.events_request(&client_id)?;
        let connecting = async {
            let stream = client.connect().await?;
            let opened = client_async_tls_with_config(request, stream, Some(config), None).await;
            opened.map_err(EventsError::from)
        };
        let (mut socket, _) = timeout(limits.handshake, connecting)
            .await
            .map_err(|_| EventsError::HandshakeTimeout(limits.handshake))??;
        // Previews are to name their task. Older engines ignore this.
        socket.send(Message::text(FEATURES)).await?;
        let now = Instant::now();
        Ok(Self {
            client_id,
            socket,
            liveness: Liveness::new(limits.event_silence, now),
            empty_until: Some(now + limits.event_silence * 2),
        })
    }

    /// The next event. Fails if the stream ends, if not even a ping is answered, or if not even the first event comes.
    pub async fn next(&mut self) -> Result<Message, EventsError> {
        loop {
            let due = match self.liveness.check(Instant::now()) {
                Check::WaitUntil(due) => due,
                Check::GiveUp => return Err(EventsError::Silent),
                Check::Ping => {
                    // Noted first: this future may be dropped while it sends.
                    self.liveness.ping(Instant::now());
                    self.ping().await?;
                    continue;
                }
            };
            if self.empty_until.is_some_and(|end| end <= Instant::now()) {
                return Err(EventsError::Empty);
            }
            let due = self.empty_until.map_or(due, |end| end.min(due));
            let message = tokio::select! {
                message = self.socket.next() => message,
                () = sleep_until(due) => continue,
            };
            self.liveness.hear(Instant::now());
            match message {
                Some(Ok(event @ (Message::Text(_) | Message::Binary(_)))) => {
                    self.empty_until = None;
                    return Ok(event);
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(EventsError::Closed),
            }
        }
    }

    async fn ping(&mut self) -> Result<(), EventsError> {
        let ping = self.socket.send(Message::Ping(Vec::new().into()));
        // An engine that reads nothing may keep it from being sent.
        Ok(timeout(PINGING, ping)
            .await
            .map_err(|_| EventsError::Silent)??)
    }

    /// Closes the stream, and waits until the engine has ended it: ComfyUI removes the client's subscription before
    /// it closes the connection. A stream for the same client may only be opened after that.
    pub async fn close(mut self) {
        let ended = async {
            let _ = self.socket.close(None).await;
            while let Some(Ok(_)) = self.socket.next().await {}
        };
        let _ = timeout(CLOSING, ended).await;
    }
}
