//! The fields' functions in the deferred chunk.

use super::{file, number, preview};

/// Provides them.
pub(crate) fn fill() {
    file::CHOSEN_FILES.fill(preview::chosen_files);
    number::STEP.fill(number::step_field);
}
