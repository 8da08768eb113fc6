//! The memory that the current thread has allocated and not freed, as the allocator counts it.

/// What the thread had at a moment. Stays on its thread.
#[derive(Clone, Copy)]
pub(super) struct ThreadMemory(counters::Counters);

impl ThreadMemory {
    /// What it has now; `None` where the allocator does not count.
    pub(super) fn now() -> Option<Self> {
        counters::now().map(Self)
    }

    /// How much more it has by now, in bytes.
    pub(super) fn growth(&self) -> u64 {
        counters::growth(&self.0)
    }
}

#[cfg(unix)]
mod counters {
    use tikv_jemalloc_ctl::thread::{ThreadLocal, allocatedp, deallocatedp};

    #[derive(Clone, Copy)]
    pub(super) struct Counters {
        allocated: ThreadLocal<u64>,
        freed: ThreadLocal<u64>,
        before: u64,
    }

    impl Counters {
        /// Relative to an arbitrary beginning: memory may be freed by another thread than it was allocated by.
        fn held(&self) -> u64 {
            self.allocated.get().wrapping_sub(self.freed.get())
        }
    }

    pub(super) fn now() -> Option<Counters> {
        let mut counters = Counters {
            allocated: allocatedp::read().ok()?,
            freed: deallocatedp::read().ok()?,
            before: 0,
        };
        counters.before = counters.held();
        // A program with another allocator has allocated nothing with this one.
        (counters.allocated.get() > 0).then_some(counters)
    }

    pub(super) fn growth(counters: &Counters) -> u64 {
        let growth = counters.held().wrapping_sub(counters.before);
        // Less than before.
        if growth > u64::MAX / 2 { 0 } else { growth }
    }
}

#[cfg(not(unix))]
mod counters {
    #[derive(Clone, Copy)]
    pub(super) enum Counters {}

    pub(super) fn now() -> Option<Counters> {
        None
    }

    pub(super) fn growth(counters: &Counters) -> u64 {
        match *counters {}
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_counts_and_what_is_freed_does_not() {
        let before = ThreadMemory::now().unwrap();
        let held = vec![1_u8; 1 << 20];
        assert!((1 << 20..2 << 20).contains(&before.growth()));
        let less = ThreadMemory::now().unwrap();
        drop(held);
        assert!(before.growth() < 1 << 20);
        assert_eq!(less.growth(), 0);
    }
}
