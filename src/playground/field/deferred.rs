//! The fields' functions in the deferred chunk.

use super::{file, preview};

/// Provides them.
pub(crate) fn fill() {
    file::CHOSEN_FILES.fill(preview::chosen_files);
}
