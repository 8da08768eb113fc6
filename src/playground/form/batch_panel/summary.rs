//! What varies, next to Run, and the button that ends it. A batch is kept with the form, and its fields may be out of
//! view when the workflow is opened again. In the deferred chunk.

use super::run_count::run_count;
use crate::form::batch::BatchSettings;
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::messages as say;
use ui::{El, button, el, memo, untrack};

/// The line; nothing for a single run.
pub(crate) fn summary(form: FormState) -> El {
    let is_batch = memo(move || !form.batch.with(BatchSettings::is_single));
    let files = memo(move || {
        form.batch
            .with(|batch| batch.field_of_files(&form.fields.get()))
    });
    el("div", "run-batch").live(move || {
        let files = files.get();
        is_batch.get().then(|| {
            untrack(|| match files {
                Some(field) => files_line(form, field),
                None => values_line(form),
            })
        })
    })
}

/// Names the fields or the table that the runs take their values from.
fn values_line(form: FormState) -> El {
    let text = move || {
        let fields = form.fields.get();
        let source = form.batch.with(|batch| match &batch.table {
            Some(table) => table.name.clone(),
            None => batch.labels(&fields).join(" × "),
        });
        say::BATCH_VARIES.with(&[&source])
    };
    let undoable = Undoable::new(form);
    let clear = move || {
        let message = say::VARY_DISCARDED.now().to_owned();
        undoable.change(message, move || {
            form.batch.set(BatchSettings::default());
            form.clear_batch_errors();
            form.save_soon();
        });
    };
    line(text, button("link-button", clear).text(say::BATCH_CLEAR))
}

/// Says that each file becomes a run, and offers to keep only the first.
fn files_line(form: FormState, field: FieldState) -> El {
    let text = move || say::BATCH_FILES.count_with(run_count(form), &[&field.label()]);
    let keep_first = move || {
        form.batch.set(BatchSettings::default());
        field.set_files(field.files.get_untracked().into_iter().take(1).collect());
    };
    line(
        text,
        button("link-button", keep_first).text(say::BATCH_FIRST_FILE),
    )
}

fn line(text: impl Fn() -> String + 'static, end: El) -> El {
    el("p", "hint run-hint")
        .child(el("span", "").attr("dir", "auto").text(text))
        .text(" ")
        .child(end)
}
