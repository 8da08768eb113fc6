//! Since when an instance has had no tasks. No I/O.

use std::time::Duration;

use tokio::time::Instant;

/// Since when an instance has had no tasks, if it has none.
#[derive(Debug)]
pub(in crate::engines::instance) struct Idleness {
    since: Instant,
    /// Whether its memory was freed since then.
    is_freed: bool,
    /// Whether it cannot free its memory.
    is_unable: bool,
}

impl Default for Idleness {
    fn default() -> Self {
        Self {
            since: Instant::now(),
            is_freed: false,
            is_unable: false,
        }
    }
}

impl Idleness {
    /// Notes a task, or the end of one.
    pub(in crate::engines::instance) fn end(&mut self) {
        self.since = Instant::now();
        self.is_freed = false;
    }

    pub(in crate::engines::instance) fn set_freed(&mut self) {
        self.is_freed = true;
    }

    pub(in crate::engines::instance) fn never_free(&mut self) {
        self.is_unable = true;
    }

    /// Whether it has lasted for this long, and the memory was not freed meanwhile.
    pub(in crate::engines::instance) fn is_to_be_freed(&self, after: Duration) -> bool {
        !self.is_freed && !self.is_unable && self.since.elapsed() >= after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER: Duration = Duration::from_secs(60);

    /// What is known this much later.
    fn later(idleness: &mut Idleness) -> bool {
        idleness.since -= AFTER;
        idleness.is_to_be_freed(AFTER)
    }

    #[test]
    fn memory_is_freed_once_in_each_idle_time() {
        let mut idleness = Idleness::default();
        assert!(!idleness.is_to_be_freed(AFTER));
        assert!(later(&mut idleness));
        idleness.set_freed();
        assert!(!later(&mut idleness));
        idleness.end();
        assert!(!idleness.is_to_be_freed(AFTER));
        assert!(later(&mut idleness));
        idleness.never_free();
        assert!(!later(&mut idleness));
    }
}
