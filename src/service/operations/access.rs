//! The requirements of use cases, and how often a caller may use one. Every use case asks here, regardless of the face
//! that called it. Knows no use case.

use std::sync::Arc;

use super::error::DomainError;
use super::parts::Parts;
use crate::auth::{Allowance, Auth, Caller, Limited};
use api::{Rate, Right};

/// What follows the name of a key for its tokens. No name has a space.
const TOKENS: &str = " tokens";

/// The requirements of a use case for its caller. Its subject's file declares them, and its operation names the same
/// declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Which key.
    pub key: NeededKey,
    /// Whether a token for one run is enough, for that run.
    allows_run_tokens: bool,
    /// Whether it shows or changes more than single workflows, and so is not for keys that are limited to some.
    spans_workflows: bool,
    /// The limit that it counts towards.
    counts_as: Limited,
}

/// The key that a caller must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededKey {
    /// Any valid key.
    Any,
    /// A key with this right.
    With(Right),
    /// The first key.
    First,
}

impl Needs {
    pub(super) const ANY_KEY: Self = Self::new(NeededKey::Any);
    pub(super) const FIRST_KEY: Self = Self::new(NeededKey::First);

    const fn new(key: NeededKey) -> Self {
        Self {
            key,
            allows_run_tokens: false,
            spans_workflows: false,
            counts_as: Limited::Reads,
        }
    }

    /// A key with this right.
    pub(super) const fn right(right: Right) -> Self {
        Self::new(NeededKey::With(right))
    }

    /// The same, or a token for one run.
    pub(super) const fn or_run_token(self) -> Self {
        Self {
            allows_run_tokens: true,
            ..self
        }
    }

    /// The same, unless the key is limited to some workflows.
    pub(super) const fn of_all_workflows(self) -> Self {
        Self {
            spans_workflows: true,
            ..self
        }
    }

    /// The same, counted as a submission.
    pub(super) const fn to_submit(self) -> Self {
        Self {
            counts_as: Limited::Submissions,
            ..self
        }
    }

    /// Whether it counts as a submission.
    pub fn is_submission(self) -> bool {
        self.counts_as == Limited::Submissions
    }

    /// Ensures that a caller meets the requirements.
    pub fn ensure(self, caller: &Caller) -> Result<(), DomainError> {
        match self.key {
            _ if caller.run().is_some() && !self.allows_run_tokens => Err(DomainError::OfOneRun),
            _ if caller.workflows().is_some() && self.spans_workflows => {
                Err(DomainError::OtherWorkflow)
            }
            NeededKey::With(right) if !caller.may(right) => Err(DomainError::NoRight(right)),
            NeededKey::First if !caller.is_first() => Err(DomainError::NotFirstKey),
            _ => Ok(()),
        }
    }
}

impl NeededKey {
    /// The needed key in words: the name of the right, if it needs one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any key",
            Self::With(right) => right.name(),
            Self::First => "first key",
        }
    }
}

/// Checks the requirements of use cases, and counts what callers do.
#[derive(Clone)]
pub struct Access(Arc<Auth>);

/// How often a caller still may do something.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// What was counted.
    pub what: Limited,
    /// How often it is allowed.
    pub rate: Rate,
    /// How often it is still allowed now.
    pub remaining: u32,
}

impl Access {
    /// The access to a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self(parts.auth.clone())
    }

    /// Counts a request before its use case does, for a face that refuses requests before it reads their bodies. Returns the
    /// caller whom the use case does not count again, and how often it still may; `None` if it has no limit.
    pub fn count_ahead(
        &self,
        caller: &Caller,
        what: Limited,
    ) -> Result<(Caller, Option<Allowed>), DomainError> {
        let allowed = self.count(caller, what)?;
        Ok((caller.clone().counted(), allowed))
    }

    /// Ensures that a caller meets the requirements of a use case, and counts the request.
    pub(super) fn require(&self, caller: &Caller, needs: Needs) -> Result<(), DomainError> {
        needs.ensure(caller)?;
        self.count(caller, needs.counts_as).map(drop)
    }

    /// Counts a request, unless it was counted ahead.
    fn count(&self, caller: &Caller, what: Limited) -> Result<Option<Allowed>, DomainError> {
        let rate = match what {
            Limited::Submissions => caller.limit,
            _ => (!caller.is_first()).then_some(self.0.reads),
        };
        let Some(rate) = rate.filter(|_| !caller.is_counted()) else {
            return Ok(None);
        };
        // Tokens for one run share a limit of their own with all tokens of their key.
        let whose = match caller.run() {
            Some(_) => [caller.name.as_str(), TOKENS].concat(),
            None => caller.name.clone(),
        };
        match self.0.limits.take(&whose, what, rate) {
            Allowance::Allowed { remaining } => Ok(Some(Allowed {
                what,
                rate,
                remaining,
            })),
            Allowance::Refused { after } => Err(DomainError::TooOften { what, rate, after }),
        }
    }
}
