//! Below the fields: a line about several files in one field, and the fold with a table of runs. In
//! the deferred chunk.

use super::table_panel;
use crate::deferred::Deferred;
use crate::form::batch::BatchSettings;
use crate::form::fold::fold;
use crate::form::state::FormState;
use crate::messages as say;
use ui::{El, button, el, memo, untrack};

pub(crate) static RUN_COUNT: Deferred<fn(FormState) -> usize> = Deferred::new();

/// The line about files, if there are several in one field, and the table.
pub(crate) fn batch_panel(form: FormState) -> El {
    let has_files = move || {
        form.batch
            .with(|batch| batch.variations.iter().any(|variation| variation.files))
    };
    let of_files = memo(has_files);
    el("div", "batch-panel")
        .live(move || of_files.get().then(|| untrack(|| files_note(form))))
        .child(fold(say::TABLE, false, table_panel::content, form))
}

/// The number of runs that Run starts; tracked.
pub(crate) fn run_count(form: FormState) -> usize {
    form.batch.with(|batch| batch.count(&form.fields.get()))
}

/// Shows that each file becomes a run, and offers to keep only the first.
fn files_note(form: FormState) -> El {
    let fields = form.current_fields();
    let field = form
        .batch
        .with_untracked(|batch| batch.field_of_files(&fields));
    let label = field.map(|field| field.label()).unwrap_or_default();
    let note = move || say::BATCH_FILES.count_with(run_count(form), &[&label]);
    let keep_first = move || {
        form.batch.set(BatchSettings::default());
        if let Some(field) = field {
            field.set_files(field.files.get_untracked().into_iter().take(1).collect());
        }
    };
    el("p", "batch-files")
        .text(note)
        .text(" ")
        .child(button("link-button", keep_first).text(say::BATCH_FIRST_FILE))
}
