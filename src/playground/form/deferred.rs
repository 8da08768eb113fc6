//! The form's functions in the deferred chunk.

use super::send::Sender;
use super::{additional, field_check, field_state, presets, submit, sweep_view};

/// Provides them.
pub(crate) fn fill() {
    additional::CONTENT.fill(additional::content);
    presets::CONTENT.fill(presets::content);
    sweep_view::CONTENT.fill(sweep_view::content);
    sweep_view::OF_FILES.fill(sweep_view::of_files);
    sweep_view::RUN_COUNT.fill(sweep_view::run_count);
    submit::SEND.fill(Sender::send);
    field_state::CHECK.fill(field_check::check);
    field_state::KEEP_FILES.fill(field_check::keep_files);
    field_state::RESTORE_FILES.fill(field_check::restore_files);
}
