//! Why a connection to an instance failed, and what that says about the instance.

use crate::engines::instance::Health;
use comfy_client::{EngineError, EngineErrorKind};
use networks::Refused;

/// Why a connection to an instance failed: its requests decide, never its events.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConnectionError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// It answers, but not with what it can do.
    #[error(transparent)]
    Classes(EngineError),
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("it accepts requests but does not answer")]
    Hung,
}

impl ConnectionError {
    /// How the instance is after this error.
    pub(super) fn health(&self) -> Health {
        let is_silent = match self {
            Self::Hung => true,
            Self::Engine(error) | Self::Classes(error) => error.is_timeout,
            Self::Refused(_) => false,
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
            Self::Engine(error) | Self::Classes(error) if error.status.is_some() => {
                format!("{:?}", error.status)
            }
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

    /// Whether the engine answers, but not as ComfyUI does, so that nobody can learn how its runs end. Its classes do
    /// not matter for that.
    pub(super) fn is_wrong_answer(&self) -> bool {
        matches!(self, Self::Engine(error) if error.kind != EngineErrorKind::NoAnswer)
    }
}
