//! The values of a batch as a person enters them: a list, or for numbers a range.

use leptos::prelude::untrack;

use crate::playground::form::batch::settings::BatchSettings;
use crate::playground::form::batch::value::BatchValue;
use crate::playground::form::field_state::FieldState;
use crate::playground::form::state::FormState;
use crate::playground::language::{Message, digits, integer, written};
use crate::playground::messages as say;
use crate::playground::ui::memo;
use crate::playground::ui::{El, button, el, value};

/// The values, their errors, and the number of runs.
pub(super) fn values(form: FormState) -> El {
    let is_range = memo(move || form.batch.with(|batch| batch.range));
    let fields = form.current_fields();
    let field = form.batch.with_untracked(|batch| batch.field_in(&fields));
    let is_number = field.is_some_and(|field| field.is_number());
    el("div", "batch-values")
        .children(is_number.then(|| list_or_range(form)))
        .live(move || {
            let is_range = is_range.get();
            Some(untrack(|| if is_range { range(form) } else { list(form) }))
        })
        .child(
            el("p", "field-error")
                .attr("id", "batch-error")
                .text(move || form.batch_errors.with(|errors| errors.join("; "))),
        )
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || run_count_text(form)),
        )
}

/// The number of runs and of invalid ones, or the reason why there is none.
fn run_count_text(form: FormState) -> String {
    let fields = form.fields.get();
    let values = match form.batch.with(|batch| batch.values(&fields)) {
        Ok(values) => values,
        Err(message) => return message.now().to_owned(),
    };
    let is_invalid = |value: &&BatchValue| value.error(&fields).is_some();
    match values.iter().filter(is_invalid).count() {
        0 => say::BATCH_RUNS.count(values.len()),
        invalid => say::BATCH_RUNS_INVALID.count_with(values.len(), &[&integer(invalid)]),
    }
}

/// The choice between a list and a range.
fn list_or_range(form: FormState) -> El {
    let segment = move |(range, word)| {
        let is_chosen = move || form.batch.with(|batch| batch.range == range);
        button("segment", move || {
            form.batch.update(|batch| batch.range = range)
        })
        .attr("aria-pressed", move || is_chosen().to_string())
        .text(word)
    };
    el("div", "segments")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_VALUES)
        .children([(false, say::BATCH_LIST), (true, say::BATCH_RANGE)].map(segment))
}

fn list(form: FormState) -> El {
    let has_errors = move || {
        form.batch_errors
            .with(|errors| (!errors.is_empty()).then_some("true"))
    };
    let shown = move || {
        form.batch
            .with(|batch| convert_lines(form, batch, &batch.list, FieldState::localize))
    };
    let area = el("textarea", "input area")
        .attr("id", "batch-list")
        .attr("rows", "3")
        .attr("dir", "auto")
        .attr("aria-describedby", "batch-error")
        .attr("aria-invalid", has_errors)
        .prop("value", shown)
        .on("input", move |event| {
            let text = value(&event);
            form.batch.update(|batch| {
                batch.list = convert_lines(form, batch, &text, FieldState::parse_localized);
            });
        });
    let label = el("label", "").attr("for", "batch-list");
    el("div", "field")
        .child(label.text(say::BATCH_LINES))
        .child(area)
}

/// Converts each line for the batch's field, to or from the notation of the page's language.
fn convert_lines(
    form: FormState,
    batch: &BatchSettings,
    list: &str,
    convert: fn(&FieldState, &str) -> String,
) -> String {
    let Some(field) = batch.field_in(&form.current_fields()) else {
        return list.to_owned();
    };
    let lines: Vec<String> = list.split('\n').map(|line| convert(&field, line)).collect();
    lines.join("\n")
}

fn range(form: FormState) -> El {
    let labels = [say::BATCH_FROM, say::BATCH_TO, say::BATCH_STEP];
    let bound = move |(index, label): (usize, Message)| {
        let input = el("input", "input number")
            .attr("type", "text")
            .attr("inputmode", "decimal")
            .attr("autocomplete", "off")
            .prop("value", move || {
                form.batch.with(|batch| written(&batch.bounds[index]))
            })
            .on("input", move |event| {
                let bound = digits(&value(&event));
                form.batch.update(|batch| batch.bounds[index] = bound);
            });
        el("label", "batch-bound").text(label).child(input)
    };
    el("div", "batch-range").children(labels.into_iter().enumerate().map(bound))
}
