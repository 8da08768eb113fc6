//! The form's functions in the deferred chunk.

use super::send::Sender;
use super::{
    additional, batch, error_summary, examples, field_check, field_files, link_values, run_hint,
    state, submit, undoable, unmatched, values_panel, visibility, workflow_id,
};

/// Provides them.
pub(crate) fn fill() {
    additional::CONTENT.fill(additional::content);
    examples::STRIP.fill(examples::strip::strip);
    examples::LOAD_FILES.fill(examples::files::load);
    values_panel::CONTENT.fill(values_panel::content);
    batch::vary::TOGGLE.fill(batch::vary::toggle);
    batch::vary::EDITOR.fill(batch::editor::editor);
    batch::table_panel::CONTENT.fill(batch::table_panel::content);
    batch::panel::FILES_NOTE.fill(batch::panel::files_note);
    batch::panel::RUN_COUNT.fill(batch::panel::run_count);
    error_summary::ERROR_SUMMARY.fill(error_summary::error_summary);
    run_hint::RUN_HINT.fill(run_hint::run_hint);
    unmatched::VALUES.fill(unmatched::values);
    workflow_id::WORKFLOW_ID.fill(workflow_id::workflow_id);
    link_values::QUESTION.fill(link_values::ask);
    submit::SEND.fill(Sender::send);
    field_check::CHECK.fill(field_check::check);
    field_files::KEEP_FILES.fill(field_files::keep_files);
    undoable::CHANGE.fill(undoable::change);
    visibility::IS_VISIBLE.fill(|form, field| visibility::is_visible(form, field, &[]));
    state::files::RESTORE_FILES.fill(state::files::restore_files);
}
