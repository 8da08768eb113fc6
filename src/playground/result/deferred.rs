//! The result's functions in the deferred chunk.

use super::region;

/// Provides them.
pub(crate) fn fill() {
    region::CONTENT.fill(region::content);
}
