//! What a run was given, and its times.

use crate::playground::copy::copy_button;
use crate::playground::entered::Entered;
use crate::playground::language::{measured, point};
use crate::playground::messages as say;
use crate::playground::runs::RunRow;
use crate::playground::ui::{El, el};

/// The run's id, its times and its inputs, as pairs of text.
pub(super) fn facts(row: RunRow) -> El {
    let run_id = move || row.record.with(|record| record.run_id.clone());
    let copy = copy_button(say::COPY, move || row.run_id().unwrap_or_default());
    let id = fact(say::RESULT_RUN.now().to_owned())
        .attr("hidden", move || run_id().is_none())
        .child(
            el("dd", "fact-id")
                .child(el("span", "mono").text(run_id))
                .child(copy),
        );
    let times =
        fact(say::RESULT_TIMES.now().to_owned()).child(el("dd", "").text(move || times(row)));
    let inputs = row.record.with_untracked(|record| record.inputs.clone());
    let gone = row.record.with_untracked(|record| record.gone.clone());
    let inputs = inputs.into_iter().map(|input| {
        let value = value(&input);
        (input.label, value)
    });
    let gone = gone
        .into_iter()
        .map(|(label, name)| (label, say::RESULT_FILE_GONE.with(&[&name])));
    let told = |(label, value): (String, String)| {
        fact(label).child(el("dd", "").attr("dir", "auto").child(long_value(value)))
    };
    el("dl", "facts")
        .child(id)
        .child(times)
        .children(inputs.chain(gone).map(told))
}

/// A value in full; one that is too long for its place scrolls there, by the keyboard as well.
pub(super) fn long_value(value: String) -> El {
    let is_long = value.len() > 240 || value.lines().nth(4).is_some();
    let label = is_long.then_some(say::RESULT_INPUTS.now());
    el("div", "fact-value")
        .attr("tabindex", is_long.then_some("0"))
        .attr("role", is_long.then_some("group"))
        .attr("aria-label", label)
        .text(value)
}

/// What was entered, for people.
pub(super) fn value(input: &Entered) -> String {
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

/// When it was sent, how long it waited and how long it ran.
pub(super) fn times(row: RunRow) -> String {
    let (created, [asked, started, ended]) =
        row.record.with(|record| (record.created, record.told));
    let mut said = say::RESULT_SENT.with(&[&point(created)]);
    if let (Some(asked), Some(started)) = (asked, started) {
        said.push_str(&say::RESULT_WAITED.with(&[&measured(started - asked)]));
    }
    if let (Some(started), Some(ended)) = (started, ended) {
        said.push_str(&say::RESULT_RAN.with(&[&measured(ended - started)]));
    }
    said
}

fn fact(label: String) -> El {
    el("div", "fact").child(el("dt", "").attr("dir", "auto").text(label))
}
