//! Memory for a large reading, grown in one step: an allocator grows it by pages, of which each may
//! take a browser as long as a hundred megabytes at once. Knows not what is read.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many bytes reading takes for each byte of a workflow, about.
const EACH: usize = 8;

/// Memory stays once it has grown: what was made before is there.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// Makes room to read so many bytes.
pub(super) fn make(length: usize) {
    let wanted = length.saturating_mul(EACH);
    let made = MADE.fetch_max(wanted, Ordering::Relaxed);
    let mut room = Vec::<u8>::new();
    // What is refused here may still be had in pages.
    if room.try_reserve_exact(wanted.saturating_sub(made)).is_ok() {
        // Without a use of it, it would be optimised away.
        black_box(&mut room);
    }
}
