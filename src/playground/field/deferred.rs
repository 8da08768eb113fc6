//! The fields' functions in the deferred chunk.

use super::file;

/// Provides them.
pub(crate) fn fill() {
    file::CHOSEN_FILES.fill(file::all);
}
