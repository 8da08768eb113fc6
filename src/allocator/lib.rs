//! The program's allocator: counts what each thread holds.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

/// Gives freed memory back to the system. After a burst of images, the allocator of glibc keeps hundreds of megabytes.
#[cfg(all(unix, feature = "jemalloc"))]
const INNER: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;
#[cfg(not(all(unix, feature = "jemalloc")))]
const INNER: std::alloc::System = std::alloc::System;

thread_local! {
    // Of a type without a destructor, so that it allocates nothing and can be used until the thread ends.
    static HELD: Cell<Option<i64>> = const { Cell::new(None) };
}

/// Bytes that this thread has allocated minus bytes that it has freed; `None` in a program with another allocator.
/// Negative if it has freed what others allocated.
#[must_use]
pub fn held_by_thread() -> Option<i64> {
    HELD.get()
}

/// Allocates for the program: `#[global_allocator]`.
pub struct Allocator;

/// The sizes of allocations are at most `isize::MAX`.
#[allow(clippy::cast_possible_wrap)]
fn count(allocated: usize, freed: usize) {
    let change = allocated as i64 - freed as i64;
    HELD.set(Some(HELD.get().unwrap_or(0).wrapping_add(change)));
}

/// A block of memory, which counts unless it is null: then there was no room, and nothing has changed.
fn counted(block: *mut u8, allocated: usize, freed: usize) -> *mut u8 {
    if !block.is_null() {
        count(allocated, freed);
    }
    block
}

// SAFETY: each method calls that of another allocator with what it was given, and returns what that returned.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        counted(unsafe { INNER.alloc(layout) }, layout.size(), 0)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        counted(unsafe { INNER.alloc_zeroed(layout) }, layout.size(), 0)
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let moved = unsafe { INNER.realloc(block, layout, size) };
        counted(moved, size, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { INNER.dealloc(block, layout) };
        count(0, layout.size());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    fn held() -> i64 {
        held_by_thread().unwrap()
    }

    #[test]
    fn what_is_allocated_counts_until_it_is_freed() {
        let before = held();
        let mut bytes: Vec<u8> = Vec::with_capacity(1000);
        assert_eq!(held() - before, 1000);
        bytes.reserve_exact(5000);
        assert_eq!(held() - before, 5000);
        bytes.shrink_to(100);
        assert_eq!(held() - before, 100);
        let zeros = vec![0_u64; 50];
        assert_eq!(held() - before, 500);
        drop((bytes, zeros));
        assert_eq!(held(), before);
    }

    #[test]
    fn each_thread_counts_alone() {
        let before = held();
        let bytes = std::thread::spawn(|| vec![1_u8; 1 << 20]).join().unwrap();
        assert!(held() - before < 1 << 16);
        drop(bytes);
        assert!(held() < before);
    }
}
