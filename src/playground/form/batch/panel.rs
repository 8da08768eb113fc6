//! The inputs for the values of a batch: a fold with a field and its values, or a line about several
//! files in one field. The content of both is in the deferred chunk.

mod values;

use leptos::prelude::untrack;

use super::range::default_range;
use super::settings::BatchSettings;
use crate::playground::deferred::Deferred;
use crate::playground::form::field_state::FieldState;
use crate::playground::form::fold::fold;
use crate::playground::form::state::FormState;
use crate::playground::messages as say;
use crate::playground::ui::memo;
use crate::playground::ui::{El, button, el, value};
use crate::schema::FieldKind;

pub(crate) static CONTENT: Deferred<fn(FormState) -> El> = Deferred::new();
pub(crate) static FILES_NOTE: Deferred<fn(FormState) -> El> = Deferred::new();
pub(crate) static RUN_COUNT: Deferred<fn(FormState) -> usize> = Deferred::new();

/// The fold, or the line about files.
pub(crate) fn batch_panel(form: FormState) -> El {
    let of_files = memo(move || form.batch.with(|batch| batch.files));
    el("div", "batch-panel").live(move || {
        if of_files.get() {
            FILES_NOTE.view(|note| note(form))
        } else {
            Some(untrack(|| batch_fold(form)))
        }
    })
}

fn batch_fold(form: FormState) -> El {
    let open = form.batch.with_untracked(|batch| batch.field.is_some());
    fold(say::BATCH, open, &CONTENT, form)
}

/// The number of runs that Run starts; tracked.
pub(crate) fn run_count(form: FormState) -> usize {
    form.batch.with(|batch| batch.count(&form.fields.get()))
}

/// Shows that each file becomes a run, and offers to keep only the first.
pub(crate) fn files_note(form: FormState) -> El {
    let fields = form.current_fields();
    let field = form.batch.with_untracked(|batch| batch.field_in(&fields));
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

/// The varied field and its values.
pub(crate) fn content(form: FormState) -> El {
    let field = memo(move || form.batch.with(|batch| batch.field));
    el("div", "fold-content")
        .effect(move || {
            form.batch.track();
            untrack(|| {
                form.save_soon();
                form.clear_batch_errors();
            });
        })
        .child(field_choice(form))
        .live(move || field.get().map(|_| untrack(|| values::values(form))))
}

fn field_choice(form: FormState) -> El {
    let none = el("option", "").attr("value", "").text(say::BATCH_NO_FIELD);
    let chosen = move || form.batch.with(|batch| batch.field);
    let option = move |field: FieldState| {
        el("option", "")
            .attr("value", field.index.to_string())
            .text(field.label())
    };
    let fields = form.current_fields().into_iter();
    let fields = fields.filter(|field| !field.takes_files());
    let select = el("select", "input")
        .attr("id", "batch-field")
        .on("change", move |event| {
            choose_field(form, value(&event).parse().ok())
        })
        .child(none)
        .children(fields.map(option))
        .prop("value", move || {
            chosen().map_or_else(String::new, |index| index.to_string())
        });
    let label = el("label", "").attr("for", "batch-field");
    el("div", "field")
        .child(label.text(say::BATCH_FIELD))
        .child(select)
}

/// Chooses a field, and suggests values if its definition limits them.
fn choose_field(form: FormState, index: Option<usize>) {
    let mut batch = BatchSettings {
        field: index,
        ..BatchSettings::default()
    };
    if let Some(field) = batch.field_in(&form.current_fields()) {
        field.definition.with_value(|field| match &field.kind {
            FieldKind::Choice { options } => batch.list = options.join("\n"),
            FieldKind::Boolean => batch.list = "true\nfalse".to_owned(),
            FieldKind::Number(bounds) | FieldKind::Slider(bounds) => {
                let range = default_range(bounds);
                batch.range = range.is_some();
                batch.bounds = range.unwrap_or_default();
            }
            _ => {}
        });
    }
    form.batch.set(batch);
}
