//! The summary of a form's errors: links to the fields, lines about the form as a whole, and the ways to
//! send it anyway.

use super::field_state::FieldState;
use super::form_errors::FormErrors;
use super::send::{SendMode, Sender};
use super::state::FormState;
use super::submit::submit;
use crate::playground::messages as say;
use crate::playground::ui::{El, button, el, list};

/// The summary. It does not count corrected fields, and hides when nothing is left.
pub(super) fn error_summary(form: FormState, errors: FormErrors, sender: Sender) -> El {
    let FormErrors {
        lines,
        from_page,
        sendable,
    } = errors;
    let has_lines = !lines.is_empty();
    let is_empty = move || !has_lines && invalid_fields(form).is_empty();
    let line = |line: String| el("p", "").attr("dir", "auto").text(line);
    let link = |field: FieldState| {
        button("error-link", move || field.focus())
            .attr("dir", "auto")
            .text(field.label())
    };
    let links = list(
        el("div", "error-links"),
        move || invalid_fields(form),
        FieldState::id,
        link,
    );
    let run_valid = (sendable > 0).then(|| {
        button("button small", move || submit(sender, SendMode::OnlyValid))
            .text(say::BATCH_RUN_VALID.count(sendable))
    });
    let run_anyway = move || {
        (from_page && !is_empty()).then(|| {
            button("button small", move || submit(sender, SendMode::Unchecked))
                .text(say::RUN_ANYWAY)
        })
    };
    let fields = el("div", "notice-fields")
        .child(links)
        .children(run_valid)
        .live(run_anyway);
    el("div", "notice")
        .attr("data-tone", "bad")
        .attr("hidden", is_empty)
        .child(el("p", "").text(move || {
            let count = invalid_fields(form).len();
            headline(count, from_page, has_lines)
        }))
        .children(lines.into_iter().map(line))
        .child(fields)
}

/// The fields with errors; tracked.
fn invalid_fields(form: FormState) -> Vec<FieldState> {
    let is_invalid = |field: &FieldState| field.errors.with(|errors| !errors.is_empty());
    form.fields.get().into_iter().filter(is_invalid).collect()
}

/// The summary in one sentence, with the number of fields that have errors.
fn headline(fields: usize, from_page: bool, has_lines: bool) -> Option<String> {
    let message = if from_page {
        say::NOT_SENT
    } else {
        say::FIELDS_REJECTED
    };
    match fields {
        0 => (from_page && has_lines).then(|| say::BATCH_VALUES_INVALID.now().to_owned()),
        _ => Some(message.count(fields)),
    }
}
