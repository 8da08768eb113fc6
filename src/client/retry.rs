//! Which reading is tried again, and when. Pure; a run is never tried again.

use super::{Error, ErrorKind};

/// How often a reading is tried in all.
const TRIES: u32 = 3;

/// The wait before the first new try, in milliseconds; doubled for each further one.
const FIRST_WAIT: u32 = 250;

/// The longest wait that a server may ask for, in seconds; beyond it the caller should know.
const LONGEST_WAIT: u32 = 10;

/// The milliseconds to wait before trying a reading again after its `tries`th failure; `None` when
/// it has failed for good.
pub(super) fn wait(error: &Error, tries: u32) -> Option<u32> {
    if tries >= TRIES || !is_passing(error) {
        return None;
    }
    match error.retry_after {
        Some(seconds) if seconds > LONGEST_WAIT => None,
        Some(seconds) => Some(seconds * 1000),
        None => Some(FIRST_WAIT << (tries - 1)),
    }
}

/// Whether the same reading may do a moment later.
fn is_passing(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Network | ErrorKind::QueueFull)
        || matches!(error.status, Some(502..=504))
}

#[cfg(test)]
mod tests;
