//! The summary of a form's errors: links to the fields, lines about the form as a whole, and the ways to
//! send it anyway. In the deferred chunk.

use super::field_state::FieldState;
use super::form_errors::FormErrors;
use super::send::Sender;
use super::send_mode::SendMode;
use super::state::FormState;
use super::submit::submit;
use crate::deferred::Deferred;
use crate::messages as say;
use ui::{El, StoredValue, button, el, list};

pub(super) static ERROR_SUMMARY: Deferred<fn(FormState, FormErrors, Sender) -> El> =
    Deferred::new();

/// The summary. It does not count corrected fields, nor new errors of fields if the deployment rejected the
/// form. It hides when nothing is left.
pub(super) fn error_summary(form: FormState, errors: FormErrors, sender: Sender) -> El {
    let from_page = errors.rejected.is_none();
    let (lines, sendable) = (errors.lines.clone(), errors.sendable);
    let has_lines = !lines.is_empty();
    let errors = StoredValue::new(errors);
    let fields = move || errors.with_value(|errors| counted_fields(form, errors));
    let is_empty = move || !has_lines && fields().is_empty();
    let line = |line: String| el("p", "").attr("dir", "auto").text(line);
    let link = |field: FieldState| {
        button("error-link", move || field.focus())
            .attr("dir", "auto")
            .text(field.label())
    };
    let links = list(el("div", "error-links"), fields, FieldState::id, link);
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
    let ways = el("div", "notice-fields")
        .child(links)
        .children(run_valid)
        .live(run_anyway);
    el("div", "notice")
        .attr("data-tone", "bad")
        .attr("hidden", is_empty)
        .child(el("p", "").text(move || headline(fields().len(), from_page, has_lines)))
        .children(lines.into_iter().map(line))
        .child(ways)
}

/// The fields that the summary names; tracked.
fn counted_fields(form: FormState, errors: &FormErrors) -> Vec<FieldState> {
    let mut fields = form.fields.get();
    fields.retain(|field| errors.counts(field) && form.is_visible(*field));
    fields
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
