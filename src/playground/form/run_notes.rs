//! What Run will do, above it: what varies between the runs, whether so many are meant, why it waits, and what it does
//! with an opened workflow. In the deferred chunk.

use super::batch_panel::summary::summary;
use super::limit_note::limit_note;
use super::run_question::run_question;
use super::send::Sender;
use super::state::FormState;
use crate::deferred::Deferred;
use crate::messages as say;
use schema::UnknownField;
use ui::{El, el};

pub(super) static RUN_NOTES: Deferred<fn(Sender) -> El> = Deferred::new();

/// The id of the line that says why Run waits.
pub(super) const UNREACHABLE_ID: &str = "run-unreachable";

/// The notes.
pub(super) fn run_notes(sender: Sender) -> El {
    let form = sender.form;
    let unreachable = move || sender.is_unreachable().then(|| say::RUN_UNREACHABLE.now());
    el("div", "run-notes")
        .child(summary(form))
        .child(run_question(sender))
        .child(note(UNREACHABLE_ID).text(unreachable))
        .child(limit_note(sender))
        .child(note("run-unknown").text(move || unknown_fields(form)))
        .children((!form.is_listed()).then(|| opened_hint(sender)))
}

/// What Run does with an opened workflow.
fn opened_hint(sender: Sender) -> El {
    let form = sender.form;
    let hint = move || {
        // After a press of Run, the error says it.
        let has_errors = form.errors.is_shown();
        let before_run = form.before_run.get().filter(|_| !has_errors)?;
        (before_run.hint)()
    };
    note("run-hint").text(hint)
}

/// The added fields that the workflow does not have, and the ones that were probably meant; tracked. Nothing if the page
/// does not know the workflow's fields.
fn unknown_fields(form: FormState) -> Option<String> {
    let fields = form.fields.get();
    let added = fields.iter().filter(|field| field.additional);
    let names: Vec<String> = added.map(|field| field.name()).collect();
    let names = names.iter().map(String::as_str);
    let unknown = form.source.with_value(|source| {
        let schema = &source.schema;
        let is_known = !schema.fields.is_empty();
        is_known.then(|| schema.unknown_fields(names))
    })?;
    let line = |field: &UnknownField| match &field.similar {
        Some(similar) => say::UNKNOWN_FIELD_SIMILAR.with(&[&field.name, similar]),
        None => say::UNKNOWN_FIELD.with(&[&field.name]),
    };
    let lines: Vec<String> = unknown.iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

fn note(id: &'static str) -> El {
    el("p", "hint run-hint")
        .attr("id", id)
        .attr("role", "status")
        .attr("dir", "auto")
}
