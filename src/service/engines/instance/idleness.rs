//! Since when an instance has had no tasks, and whether its memory was freed since. Does not know the tasks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Since when an instance has had no tasks, if it has none.
///
/// One lock: a new task starts the time again and forgets that the memory was freed, at the same moment. It is taken
/// after the one of the tasks, never before.
#[derive(Debug, Default)]
pub(crate) struct Idleness(Mutex<IdleTime>);

#[derive(Debug)]
struct IdleTime {
    since: Instant,
    /// Whether its memory was freed since then.
    is_freed: bool,
    /// Whether it cannot free its memory.
    is_unable: bool,
}

impl Default for IdleTime {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            is_freed: false,
            is_unable: false,
        }
    }
}

impl Idleness {
    fn time(&self) -> MutexGuard<'_, IdleTime> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a task, or the end of one.
    pub(crate) fn end(&self) {
        let mut time = self.time();
        time.since = Instant::now();
        time.is_freed = false;
    }

    /// Notes that its memory is freed.
    pub(crate) fn set_freed(&self) {
        self.time().is_freed = true;
    }

    /// Notes that it cannot free its memory.
    pub(crate) fn never_free(&self) {
        self.time().is_unable = true;
    }

    /// Whether it has lasted for this long, and the memory was not freed meanwhile.
    pub(super) fn is_to_be_freed(&self, after: Duration) -> bool {
        let time = self.time();
        !time.is_freed && !time.is_unable && time.since.elapsed() >= after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER: Duration = Duration::from_secs(60);

    /// What is known this much later.
    fn later(idleness: &Idleness) -> bool {
        idleness.time().since -= AFTER;
        idleness.is_to_be_freed(AFTER)
    }

    #[test]
    fn memory_is_freed_once_in_each_idle_time() {
        let idleness = Idleness::default();
        assert!(!idleness.is_to_be_freed(AFTER));
        assert!(later(&idleness));
        idleness.set_freed();
        assert!(!later(&idleness));
        idleness.end();
        assert!(!idleness.is_to_be_freed(AFTER));
        assert!(later(&idleness));
        idleness.never_free();
        assert!(!later(&idleness));
    }
}
