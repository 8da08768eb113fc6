//! Grows the memory for a large file in one step: an allocator grows it page by page, and each step may
//! cost a browser as much as growing by a hundred megabytes. Does not know what is read.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Roughly how many bytes reading takes per byte of a workflow.
const BYTES_PER_BYTE: usize = 8;

/// WebAssembly's memory never shrinks: how much was reserved so far.
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// Reserves memory for reading so many bytes.
pub(super) fn reserve(length: usize) {
    let wanted = length.saturating_mul(BYTES_PER_BYTE);
    let reserved = RESERVED.fetch_max(wanted, Ordering::Relaxed);
    let mut memory = Vec::<u8>::new();
    // If this fails, page by page may still succeed.
    if memory
        .try_reserve_exact(wanted.saturating_sub(reserved))
        .is_ok()
    {
        // Otherwise the allocation would be optimised away.
        black_box(&mut memory);
    }
}
