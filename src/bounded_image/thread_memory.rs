//! The memory that the current thread has allocated and not freed, as the program's allocator counts it.

use std::marker::PhantomData;

/// What the thread had at a moment. Stays on its thread.
#[derive(Clone, Copy)]
pub(super) struct ThreadMemory {
    before: i64,
    thread: PhantomData<*const ()>,
}

impl ThreadMemory {
    /// What it has now; `None` in a program with another allocator.
    pub(super) fn now() -> Option<Self> {
        let before = allocator::held_by_thread()?;
        let thread = PhantomData;
        Some(Self { before, thread })
    }

    /// How much more it has by now, in bytes.
    pub(super) fn growth(&self) -> u64 {
        let held = allocator::held_by_thread().unwrap_or(self.before);
        u64::try_from(held.wrapping_sub(self.before)).unwrap_or(0)
    }
}

#[cfg(test)]
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
