//! Which failed reads are retried, and when. Pure; does not know which calls are
//! reads: that is in `outcome.rs`.

use super::error::{Error, ErrorKind};

/// The maximum number of attempts of a read.
const MAX_ATTEMPTS: u32 = 3;

/// The wait before the first retry, in milliseconds; doubled for each further one.
const FIRST_WAIT: u32 = 250;

/// The longest wait that a server may request, in seconds. For a longer one, the caller gets the error.
const LONGEST_WAIT: u32 = 10;

/// The milliseconds to wait before retrying a read after its `attempt`th failure; `None` if it is not
/// retried.
pub(super) fn wait(error: &Error, attempt: u32) -> Option<u32> {
    if attempt >= MAX_ATTEMPTS || !is_passing(error) {
        return None;
    }
    match error.retry_after {
        Some(seconds) if seconds > LONGEST_WAIT => None,
        Some(seconds) => Some(seconds * 1000),
        None => Some(FIRST_WAIT << (attempt - 1)),
    }
}

/// Whether the error is temporary, so that the same read may succeed a moment later.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Network | ErrorKind::QueueFull)
        || matches!(error.status, Some(502..=504))
}

#[cfg(test)]
mod tests;
