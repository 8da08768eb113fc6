//! The result of one check.

use std::fmt::{self, Display};

/// The result of one check: what was looked at, how it is, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    Good(String),
    /// It works, but not for sure.
    Doubtful(String),
    Bad(String),
}

impl Finding {
    /// Whether something does not work.
    pub(super) fn is_bad(&self) -> bool {
        matches!(self, Self::Bad(_))
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Good(text) => write!(f, "✓ {text}"),
            Self::Doubtful(text) => write!(f, "! {text}"),
            Self::Bad(text) => write!(f, "✗ {text}"),
        }
    }
}
