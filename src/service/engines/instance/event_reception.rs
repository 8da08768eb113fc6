//! Whether the events of an instance are received, and why not. Does not know what they say.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether the events of an instance are received. One lock; the two members are independent: a stream that has just
/// been opened may still fail, so the last problem stays until one has lasted.
#[derive(Debug, Default)]
pub(crate) struct EventReception(Mutex<Reception>);

#[derive(Debug, Default)]
struct Reception {
    /// Whether they can come now.
    is_open: bool,
    /// Why they cannot be received, although the instance answers.
    problem: Option<String>,
}

impl EventReception {
    fn reception(&self) -> MutexGuard<'_, Reception> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether they can come now.
    pub(super) fn is_open(&self) -> bool {
        self.reception().is_open
    }

    /// Notes whether they can come from now on.
    pub(crate) fn set_open(&self, is_open: bool) {
        self.reception().is_open = is_open;
    }

    /// Why they cannot be received, if the instance is online.
    pub(super) fn problem(&self) -> Option<String> {
        let why = self.reception().problem.clone()?;
        Some(format!("its events cannot be received: {why}"))
    }

    /// Sets why they cannot be received, or that they are. Returns whether that is new.
    pub(crate) fn set_problem(&self, why: Option<String>) -> bool {
        let mut reception = self.reception();
        let is_new = reception.problem != why;
        reception.problem = why;
        is_new
    }
}
