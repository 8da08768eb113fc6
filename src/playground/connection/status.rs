//! The status of a connection, by its latest response.

use crate::language::Message;
use crate::messages as say;
use crate::time::now;
use client::{Error, ErrorKind};

/// The status.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ConnectionStatus {
    /// Not connected to any deployment.
    Off,
    /// Waiting for the first response.
    Connecting,
    /// The latest response was valid.
    Live,
    /// The deployment rejects the key, or it cannot be sent in a header.
    KeyRejected(Box<Error>),
    /// The address is not valid.
    AddressInvalid(Box<Error>),
    /// There has been no valid response for a while.
    Lost {
        /// When the first request failed.
        since: f64,
        /// Whether there was no response at all.
        silent: bool,
        /// The latest error.
        error: Box<Error>,
    },
}

impl ConnectionStatus {
    /// Its label.
    pub(crate) fn label(&self) -> Message {
        match self {
            Self::Off => say::STATUS_NOT_CONNECTED,
            Self::Connecting => say::STATUS_CONNECTING,
            Self::Live => say::STATUS_CONNECTED,
            Self::KeyRejected(_) => say::STATUS_KEY_REJECTED,
            Self::AddressInvalid(_) => say::STATUS_ADDRESS_INVALID,
            Self::Lost { silent: true, .. } => say::STATUS_UNREACHABLE,
            Self::Lost { .. } => say::STATUS_SERVER_ERROR,
        }
    }

    /// Its tone, for `data-tone`: `off`, `wait`, `good` or `bad`.
    pub(crate) fn tone(&self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Connecting => "wait",
            Self::Live => "good",
            _ => "bad",
        }
    }

    /// Whether what the page shows is current, or about to be.
    pub(super) fn is_current(&self) -> bool {
        matches!(self, Self::Connecting | Self::Live)
    }

    /// Whether requests may be sent.
    pub(crate) fn can_request(&self) -> bool {
        matches!(self, Self::Connecting | Self::Live | Self::Lost { .. })
    }

    /// The status after an error.
    pub(super) fn after_error(&self, error: &Error) -> Self {
        if error.kind == ErrorKind::Authentication {
            return Self::KeyRejected(Box::new(error.clone()));
        }
        let since = match self {
            Self::Lost { since, .. } => *since,
            _ => now(),
        };
        Self::Lost {
            since,
            silent: error.kind.is_silence(),
            error: Box::new(error.clone()),
        }
    }
}
