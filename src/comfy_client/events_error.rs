//! Why the events of an instance cannot be received.

use std::time::Duration;

use tokio_tungstenite::tungstenite::Error as WebSocketError;

use networks::{ContactError, Refused};

/// Why the events of an instance cannot be received.
#[derive(Debug, thiserror::Error)]
pub enum EventsError {
    /// The engine's address is not allowed.
    #[error(transparent)]
    Refused(Refused),
    /// The WebSocket failed.
    #[error("{0}")]
    WebSocket(Box<WebSocketError>),
    /// It was not opened in this time.
    #[error("the handshake of the WebSocket has no answer within {0:?}")]
    HandshakeTimeout(Duration),
    /// It was closed.
    #[error("the engine or a proxy closed the WebSocket")]
    Closed,
    /// Nothing comes over it any more.
    #[error("the WebSocket is open, but not even pings are answered")]
    Silent,
    /// ComfyUI sends its number of tasks at once.
    #[error("the WebSocket is open, but nothing comes")]
    Empty,
}

impl EventsError {
    /// Whether the stream has ended, as when an engine restarts.
    pub fn is_end(&self) -> bool {
        matches!(self, Self::WebSocket(_) | Self::Closed)
    }
}

impl From<ContactError> for EventsError {
    fn from(error: ContactError) -> Self {
        match error {
            ContactError::Refused(refused) => Self::Refused(refused),
            ContactError::Io(why) => WebSocketError::Io(why).into(),
        }
    }
}

impl From<WebSocketError> for EventsError {
    fn from(error: WebSocketError) -> Self {
        Self::WebSocket(Box::new(error))
    }
}
