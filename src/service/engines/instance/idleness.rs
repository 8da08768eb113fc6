//! How long an instance has had nothing to do, and whether its memory was freed since.

use std::time::Duration;

use super::Instance;

impl Instance {
    /// Whether it has been without tasks for this long, and was not freed since its last one.
    pub(crate) fn is_to_be_freed(&self, after: Duration) -> bool {
        let is_online = self.availability.is_online();
        let state = self.state();
        let is_idle = is_online && state.load() == 0 && !state.has_runs();
        is_idle && state.idleness.is_to_be_freed(after)
    }

    /// Notes that it has tasks.
    pub(crate) fn note_activity(&self) {
        self.state().idleness.end();
    }

    /// Notes that its memory is freed.
    pub(crate) fn set_freed(&self) {
        self.state().idleness.set_freed();
    }

    /// Notes that it cannot free its memory.
    pub(crate) fn never_free(&self) {
        self.state().idleness.never_free();
    }
}
