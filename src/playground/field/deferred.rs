//! The fields' functions in the deferred chunk.

use super::{capture, file, number, preview, take_output};
use ui::spawn_local;

/// Provides them.
pub(crate) fn fill() {
    file::CAPTURE.fill(capture::capture);
    file::CHOSEN_FILES.fill(preview::chosen_files);
    file::TAKE_OUTPUT.fill(|undoable, field, output| {
        spawn_local(take_output::take_output(undoable, field, output))
    });
    number::STEP.fill(number::step_field);
}
