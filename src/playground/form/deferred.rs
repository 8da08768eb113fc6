//! The form's functions in the deferred chunk.

use super::send::Sender;
use super::{
    batch_panel, error_summary, examples, field_check, field_files, folds, link_values,
    run_estimate, run_notes, skip_links, state, submit, undoable, unmatched, visibility,
};
use ui::watch_pointers;

/// Provides them.
pub(crate) fn fill() {
    watch_pointers();
    examples::STRIP.fill(examples::strip::strip);
    examples::LOAD_FILES.fill(examples::files::load);
    batch_panel::vary::TOGGLE.fill(batch_panel::vary::toggle);
    batch_panel::vary::EDITOR.fill(batch_panel::editor::editor);
    batch_panel::run_count::RUN_COUNT.fill(batch_panel::run_count::run_count);
    folds::CONTENT.fill(folds::content);
    error_summary::ERROR_SUMMARY.fill(error_summary::error_summary);
    run_estimate::RUN_ESTIMATE.fill(run_estimate::run_estimate);
    run_notes::RUN_NOTES.fill(run_notes::run_notes);
    unmatched::VALUES.fill(unmatched::values);
    link_values::QUESTION.fill(link_values::ask);
    submit::SEND.fill(Sender::send);
    field_check::CHECK.fill(field_check::check);
    field_files::KEEP_FILES.fill(field_files::keep_files);
    undoable::CHANGE.fill(undoable::change);
    skip_links::fill_deferred();
    visibility::IS_VISIBLE.fill(|form, field| visibility::is_visible(form, field, &[]));
    state::files::RESTORE_FILES.fill(state::files::restore_files);
}
