//! A run's inputs, times and id.

use crate::copy::copy_button;
use crate::entered::Entered;
use crate::language::{Message, exact_point, measured};
use crate::messages as say;
use crate::runs::{RunRecord, RunRow};
use ui::{El, el};

/// The owner of runs of the service's first key.
const FIRST_KEY: &str = "first key";

/// Where the run comes from: its times, engine, key and id, as a description list.
pub(super) fn origin(row: RunRow) -> El {
    let run_id = move || row.record.with(|record| record.run_id.clone());
    let copy = copy_button(say::COPY, move || row.run_id().unwrap_or_default());
    let id = entry(say::RESULT_RUN.now().to_owned())
        .attr("hidden", move || run_id().is_none())
        .child(
            el("dd", "metadata-id")
                .child(el("span", "mono").text(run_id))
                .child(copy),
        );
    let times = entry(say::RESULT_TIMES.now().to_owned())
        .child(el("dd", "run-times").text(move || times(row)));
    let place = [
        place(row, say::RESULT_ENGINE, instance),
        place(row, say::RESULT_KEY, key),
    ];
    el("dl", "metadata").child(times).children(place).child(id)
}

/// What was entered for the run, as a description list.
pub(super) fn values(row: RunRow) -> El {
    let inputs = row.record.with_untracked(|record| record.inputs.clone());
    let missing = row
        .record
        .with_untracked(|record| record.missing_files.clone());
    let inputs = inputs.into_iter().map(|input| {
        let value = input_text(&input);
        (input.label, value)
    });
    let missing = missing
        .into_iter()
        .map(|(label, name)| (label, say::RESULT_FILE_GONE.with(&[&name])));
    let input_entry = |(label, value): (String, String)| {
        entry(label).child(el("dd", "").attr("dir", "auto").child(long_value(value)))
    };
    el("dl", "metadata").children(inputs.chain(missing).map(input_entry))
}

/// An entry that is shown while the run has such a text.
fn place(row: RunRow, label: Message, read: fn(&RunRecord) -> Option<String>) -> El {
    let text = move || row.record.with(read);
    entry(label.now().to_owned())
        .attr("hidden", move || text().is_none())
        .child(el("dd", "mono").attr("dir", "ltr").text(text))
}

/// The engine instance that has the run or had it last.
fn instance(record: &RunRecord) -> Option<String> {
    record.instance.clone()
}

/// The key that started the run. The first one needs no name: who has no other does not know of keys.
fn key(record: &RunRecord) -> Option<String> {
    record.owner.clone().filter(|owner| owner != FIRST_KEY)
}

/// The full value; a long one scrolls, also by keyboard.
pub(super) fn long_value(value: String) -> El {
    let is_long = value.len() > 240 || value.lines().nth(4).is_some();
    let label = is_long.then_some(say::RESULT_INPUTS.now());
    el("div", "metadata-value")
        .attr("tabindex", is_long.then_some("0"))
        .attr("role", is_long.then_some("group"))
        .attr("aria-label", label)
        .text(value)
}

/// The value of an input as text.
pub(super) fn input_text(input: &Entered) -> String {
    if input.files.is_empty() {
        return input.shown();
    }
    let mut names = String::new();
    for file in &input.files {
        if !names.is_empty() {
            names.push_str(", ");
        }
        names.push_str(&file.name());
    }
    names
}

/// When the run was sent; in further lines, how long it waited and ran, and until when the service keeps it.
pub(super) fn times(row: RunRow) -> String {
    let (created, [accepted, started, ended, expires]) = row
        .record
        .with(|record| (record.created, record.server_times));
    let span = |(start, end): (f64, f64)| measured(end - start);
    let waited = accepted.zip(started).map(span);
    let ran = started.zip(ended).map(span);
    let spans = [
        waited.map(|span| say::RESULT_WAITED.with(&[&span])),
        ran.map(|span| say::RESULT_RAN.with(&[&span])),
    ];
    let sent = say::RESULT_SENT.with(&[&exact_point(created)]);
    let spans = spans.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let kept = expires.map(|expires| say::RESULT_KEPT.with(&[&exact_point(expires)]));
    let lines = [Some(sent), (!spans.is_empty()).then_some(spans), kept];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn entry(label: String) -> El {
    el("div", "metadata-entry").child(el("dt", "").attr("dir", "auto").text(label))
}
