//! How a connection goes, by its last answer.

use crate::client::{Error, ErrorKind};
use crate::playground::language::Message;
use crate::playground::messages as say;
use crate::playground::time::now;

/// How the connection goes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Link {
    /// Nothing to connect to yet.
    Off,
    /// The first answer is awaited.
    Connecting,
    /// The last answer was good.
    Live,
    /// The deployment refuses the key, or no header can carry it.
    KeyRefused(Box<Error>),
    /// The address can be none.
    AddressRefused(Box<Error>),
    /// No good answer since then, and why.
    Lost {
        /// When the first answer stayed away.
        since: f64,
        /// Whether there was no answer at all.
        silent: bool,
        /// What went wrong.
        error: Box<Error>,
    },
}

impl Link {
    /// The state in a word or two.
    pub(crate) fn word(&self) -> Message {
        match self {
            Self::Off => say::STATUS_NOT_CONNECTED,
            Self::Connecting => say::STATUS_CONNECTING,
            Self::Live => say::STATUS_CONNECTED,
            Self::KeyRefused(_) => say::STATUS_KEY_REJECTED,
            Self::AddressRefused(_) => say::STATUS_ADDRESS_INVALID,
            Self::Lost { silent: true, .. } => say::STATUS_UNREACHABLE,
            Self::Lost { .. } => say::STATUS_SERVER_ERROR,
        }
    }

    /// The state as a tone: `off`, `wait`, `good`, `bad`.
    pub(crate) fn tone(&self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Connecting => "wait",
            Self::Live => "good",
            _ => "bad",
        }
    }

    /// Whether something may be asked.
    pub(crate) fn asks(&self) -> bool {
        matches!(self, Self::Connecting | Self::Live | Self::Lost { .. })
    }

    /// What follows from an answer that was no good.
    pub(super) fn after(&self, error: &Error) -> Self {
        if error.kind == ErrorKind::Authentication {
            return Self::KeyRefused(Box::new(error.clone()));
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
