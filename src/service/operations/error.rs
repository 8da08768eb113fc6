//! The reasons why a use case fails: kinds that callers decide on, each with its text. Knows no HTTP.

use crate::auth::Limited;
use api::{Rate, ReachedLimit, Right, ValidationItem};

/// How long to wait while the store cannot be used, in seconds.
pub(crate) const STORE_RETRY_AFTER: u64 = 5;

/// Why a use case failed.
#[derive(Debug, thiserror::Error)]
pub enum DomainError {
    /// A token for one run, which may do nothing else.
    #[error(
        "the token in X-API-KEY may only follow, read and cancel its run; use a key for everything else"
    )]
    OfOneRun,
    /// A key that is limited to some workflows.
    #[error(
        "the key in X-API-KEY is limited to some workflows, and this concerns others; use another key"
    )]
    OtherWorkflow,
    /// A key without this right.
    #[error(
        "the key in X-API-KEY lacks the right “{}” for this; use the first key, or a key that has it",
        .0.name()
    )]
    NoRight(Right),
    /// A key that is not the first one.
    #[error("only the first key of the service may do this")]
    NotFirstKey,
    /// The subject does not exist, or the caller does not reach it.
    #[error("{0}")]
    NotFound(String),
    /// The state of the subject does not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The sent data is larger than the service or an engine takes.
    #[error("{0}")]
    TooLarge(String),
    /// Values that are missing or wrong.
    #[error("{}", texts(.0))]
    Invalid(Vec<ValidationItem>),
    /// There is no room for the run to wait, and why; seconds until a retry.
    #[error("{0}; try again in {1} s")]
    QueueFull(String, u64),
    /// The caller has too many requests at the same time, and why; seconds until a retry.
    #[error("{0}; try again in {1} s")]
    TooManyAtOnce(String, u64),
    /// The caller has done something too often.
    #[error("{}; try again in {after} s", reached(*what, *rate))]
    TooOften {
        /// What was done too often.
        what: Limited,
        /// How often it is allowed.
        rate: Rate,
        /// In seconds.
        after: u64,
    },
    /// The service cannot do it now, and why; seconds until a retry.
    #[error("{0}")]
    Unavailable(String, u64),
    /// The store cannot be used now; the cause is for the log.
    #[error("the run store cannot be used now; try again in {STORE_RETRY_AFTER} s")]
    StoreUnavailable(String),
    /// There is too little room on the disk.
    #[error("{0}")]
    NoRoom(String),
    /// The disk is full; the cause is for the log.
    #[error(
        "the disk of the service is full; ask the person who runs the service to free disk space"
    )]
    DiskFull(String),
    /// An error of the service itself; the cause is for the log.
    #[error("{0}")]
    Internal(String),
}

impl DomainError {
    /// One wrong value.
    pub fn invalid(place: &str, name: &str, msg: impl Into<String>, kind: &str) -> Self {
        Self::Invalid(vec![ValidationItem::new(place, name, msg, kind)])
    }

    /// An error of the service itself.
    pub fn internal(error: impl std::fmt::Display) -> Self {
        Self::Internal(error.to_string())
    }

    /// The cause, if callers do not see it.
    pub fn cause(&self) -> Option<&str> {
        match self {
            Self::StoreUnavailable(cause) | Self::DiskFull(cause) | Self::Internal(cause) => {
                Some(cause)
            }
            _ => None,
        }
    }

    /// The seconds until a retry may succeed.
    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::QueueFull(_, seconds)
            | Self::TooManyAtOnce(_, seconds)
            | Self::Unavailable(_, seconds) => Some(*seconds),
            Self::TooOften { after, .. } => Some(*after),
            Self::StoreUnavailable(_) => Some(STORE_RETRY_AFTER),
            _ => None,
        }
    }
}

fn texts(items: &[ValidationItem]) -> String {
    let texts: Vec<&str> = items.iter().map(|item| item.msg.as_str()).collect();
    texts.join("; ")
}

fn reached(what: Limited, rate: Rate) -> String {
    let rate = rate.to_string();
    let (rate, what) = (rate.as_str(), what.name());
    ReachedLimit { rate, what }.write()
}
