//! Why a connection to an instance failed, and what that says about the instance.

use std::time::Duration;

use tokio_tungstenite::tungstenite::Error as WebSocketError;

use crate::engines::engine_client::{EngineError, EngineErrorKind};
use crate::engines::instance::Health;
use crate::networks::{ContactError, Refused};

pub(super) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a connection to an instance failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Refused(Refused),
    #[error("reading its events: {0}")]
    Events(Box<WebSocketError>),
    #[error("connecting to its events: no answer within {} s", HANDSHAKE_TIMEOUT.as_secs())]
    HandshakeTimeout,
    #[error("reading its events: the engine closed the connection")]
    Closed,
    #[error("reading its events: the connection is open, but not even pings are answered")]
    Silent,
    #[error("it accepts requests but does not answer")]
    Hung,
}

impl ConnectionError {
    /// How the instance is after this error.
    pub(super) fn health(&self) -> Health {
        let is_silent = match self {
            Self::Hung | Self::HandshakeTimeout | Self::Silent => true,
            Self::Engine(error) => error.is_timeout,
            Self::Refused(_) | Self::Events(_) | Self::Closed => false,
        };
        if is_silent {
            Health::Hung
        } else {
            Health::Stopped
        }
    }

    /// What two errors have in common if the log needs only one of them. The text of an answer with an error status
    /// may be another one each time.
    pub(super) fn cause(&self) -> String {
        match self {
            Self::Engine(error) if error.status.is_some() => format!("{:?}", error.status),
            other => other.to_string(),
        }
    }

    /// Why the service does not connect at all, if that is the error.
    pub(super) fn refusal(&self) -> Option<String> {
        match self {
            Self::Refused(refused) => Some(refused.to_string()),
            _ => None,
        }
    }

    /// Whether the engine answers, but not as ComfyUI does.
    pub(super) fn is_wrong_answer(&self) -> bool {
        matches!(self, Self::Engine(error) if error.kind != EngineErrorKind::NoAnswer)
    }
}

impl From<ContactError> for ConnectionError {
    fn from(error: ContactError) -> Self {
        match error {
            ContactError::Refused(refused) => Self::Refused(refused),
            ContactError::Io(why) => WebSocketError::Io(why).into(),
        }
    }
}

impl From<WebSocketError> for ConnectionError {
    fn from(error: WebSocketError) -> Self {
        Self::Events(Box::new(error))
    }
}
