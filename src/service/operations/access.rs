//! What a caller must have for a use case, and how often it may use one. Every use case asks here, whatever face has called
//! it. A token for one run is good for nothing that does not say so.

use std::sync::Arc;

use super::error::DomainError;
use super::parts::Parts;
use crate::auth::{Allowance, Auth, Caller, Limited};
use api::{Rate, Right};

/// What follows the name of a key for its tokens. No name has a space.
const TOKENS: &str = " tokens";

/// Checks the rights of callers, and counts what they do.
#[derive(Clone)]
pub(crate) struct Access(Arc<Auth>);

/// How often a caller still may do something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed {
    pub(crate) what: Limited,
    pub(crate) rate: Rate,
    pub(crate) remaining: u32,
}

impl Access {
    /// The access to a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self(parts.auth.clone())
    }

    /// Counts a request before its use case does, for a face that refuses requests before it reads their bodies. Returns the
    /// caller whom the use case does not count again, and how often it still may; `None` if it has no limit.
    pub(crate) fn count_ahead(
        &self,
        caller: &Caller,
        what: Limited,
    ) -> Result<(Caller, Option<Allowed>), DomainError> {
        let allowed = self.count(caller, what)?;
        Ok((caller.clone().counted(), allowed))
    }

    /// Ensures that a caller has a key with this right.
    pub(super) fn require(&self, caller: &Caller, right: Right) -> Result<(), DomainError> {
        ensure_key(caller)?;
        self.require_for_run(caller, right)
    }

    /// Ensures that a caller has a key with this right, or a token with it for some run.
    pub(super) fn require_for_run(&self, caller: &Caller, right: Right) -> Result<(), DomainError> {
        ensure_right(caller, right)?;
        self.count(caller, Limited::Reads).map(drop)
    }

    /// Ensures that a caller has a key, whatever its rights.
    pub(super) fn require_key(&self, caller: &Caller) -> Result<(), DomainError> {
        ensure_key(caller)?;
        self.count(caller, Limited::Reads).map(drop)
    }

    /// Ensures that a caller has the first key.
    pub(super) fn require_first_key(&self, caller: &Caller) -> Result<(), DomainError> {
        ensure_key(caller)?;
        match caller.is_first() {
            true => self.count(caller, Limited::Reads).map(drop),
            false => Err(DomainError::NotFirstKey),
        }
    }

    /// Ensures that a caller may submit a run.
    pub(super) fn require_submission(&self, caller: &Caller) -> Result<(), DomainError> {
        ensure_key(caller)?;
        ensure_right(caller, Right::Run)?;
        self.count(caller, Limited::Submissions).map(drop)
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

fn ensure_key(caller: &Caller) -> Result<(), DomainError> {
    match caller.run() {
        None => Ok(()),
        Some(_) => Err(DomainError::OfOneRun),
    }
}

fn ensure_right(caller: &Caller, right: Right) -> Result<(), DomainError> {
    match caller.may(right) {
        true => Ok(()),
        false => Err(DomainError::NoRight(right)),
    }
}
