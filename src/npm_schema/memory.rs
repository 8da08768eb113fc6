//! Grows the memory for a large file in one step. The allocator would grow it page by page, and each
//! step can cost a browser as much as growing by a hundred megabytes. Does not know the file's content.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Approximate number of bytes that reading takes per byte of a workflow.
const BYTES_PER_BYTE: usize = 8;

/// The bytes reserved so far; WebAssembly's memory never shrinks.
static RESERVED: AtomicUsize = AtomicUsize::new(0);

/// Reserves memory for reading this many bytes.
pub(crate) fn reserve(length: usize) {
    let wanted = length.saturating_mul(BYTES_PER_BYTE);
    let reserved = RESERVED.fetch_max(wanted, Ordering::Relaxed);
    let mut memory = Vec::<u8>::new();
    // If this fails, growing page by page may still succeed.
    if memory
        .try_reserve_exact(wanted.saturating_sub(reserved))
        .is_ok()
    {
        // Otherwise the allocation would be optimised away.
        black_box(&mut memory);
    }
}
