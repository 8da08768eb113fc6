//! Which failed calls are retried, and when. Pure; does not wait or send.

use super::call::Call;
use super::error::{Error, ErrorKind};

/// The maximum number of attempts.
const MAX_ATTEMPTS: u32 = 3;

/// The wait before the first retry, in milliseconds; doubled for each further one.
const FIRST_WAIT: u32 = 250;

/// The longest wait that a server may request, in seconds. For a longer one, the caller gets the error.
const LONGEST_WAIT: u32 = 10;

impl Call {
    /// The milliseconds until the retry after this error at the `attempt`th attempt; `None` if it is not
    /// retried. The caller adds up to 50 % jitter, so that clients that failed together do not retry
    /// together.
    pub fn retry_after(&self, error: &Error, attempt: u32) -> Option<u32> {
        wait(error, attempt).filter(|_| self.operation.is_read() || self.may_repeat(error))
    }

    /// Whether this submission may be sent again. A full queue is the caller's to wait for.
    fn may_repeat(&self, error: &Error) -> bool {
        self.is_repeatable && error.status != Some(429)
    }
}

/// The wait before the next attempt.
fn wait(error: &Error, attempt: u32) -> Option<u32> {
    if attempt >= MAX_ATTEMPTS || !is_passing(error) {
        return None;
    }
    match error.retry_after {
        Some(seconds) if seconds > LONGEST_WAIT => None,
        // A server that says 0, or a time that has passed, is no more available a millisecond later.
        seconds => Some((seconds.unwrap_or(0) * 1000).max(FIRST_WAIT << (attempt - 1))),
    }
}

/// Whether the error is temporary, so that the same call may succeed a moment later.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Network | ErrorKind::QueueFull)
        || matches!(error.status, Some(502..=504))
}

#[cfg(test)]
mod tests;
