//! The functions of this region in the deferred chunk.

use super::FIRST_VISIT;
use super::view::first_visit;

/// Provides them.
pub(crate) fn fill() {
    FIRST_VISIT.fill(first_visit);
}
