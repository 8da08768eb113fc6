//! Whether somebody looks at the queue of an instance.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// For how long after the last look somebody is taken to look at a queue: longer than the pauses between two looks.
const WATCHING: Duration = Duration::from_secs(10);

/// When somebody last looked at the queue of an instance.
#[derive(Debug, Default)]
pub(super) struct QueueWatch(Mutex<Option<Instant>>);

impl QueueWatch {
    /// Notes a look. Returns whether nobody looked before.
    pub(super) fn note_look(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let was_watched = is_recent(*last);
        *last = Some(Instant::now());
        !was_watched
    }

    /// Whether somebody looks at it.
    pub(super) fn is_watched(&self) -> bool {
        is_recent(*self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn is_recent(look: Option<Instant>) -> bool {
    look.is_some_and(|look| look.elapsed() < WATCHING)
}
