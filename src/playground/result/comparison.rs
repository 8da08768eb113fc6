//! Two runs side by side: their outputs, and a table of their inputs that marks the differences.

use leptos::prelude::*;

use super::metadata::{input_text, long_value, times};
use super::outputs::outputs_view;
use crate::playground::entered::Entered;
use crate::playground::messages as say;
use crate::playground::runs::{
    RunRow, Runs, changed_inputs, distinguishing_text, run_label, run_state_badge, short_run_id,
};
use crate::playground::ui::{El, button, el};

/// The comparison of two runs.
pub(super) fn comparison_view(first: RunRow, second: RunRow) -> El {
    let runs: Runs = expect_context();
    let close = button("button small", move || runs.compared.set(None)).text(say::COMPARISON_CLOSE);
    let head = el("div", "result-head")
        .child(el("h3", "result-title").text(say::COMPARISON))
        .child(el("div", "result-actions").child(close));
    let sides = el("div", "comparison")
        .child(side(first, second))
        .child(side(second, first));
    el("article", "result")
        .attr("aria-label", say::COMPARISON)
        .child(head)
        .child(sides)
        .child(table(first, second))
}

/// The name of a run beside another one: what differs, or its workflow and time.
fn name(row: RunRow, other: RunRow) -> String {
    let inputs = |row: RunRow| row.record.with_untracked(|record| record.inputs.clone());
    let (own, other) = (inputs(row), inputs(other));
    match changed_inputs(&own, &other).is_empty() {
        true => run_label(row),
        false => distinguishing_text(&own, Some(&other)),
    }
}

fn side(row: RunRow, other: RunRow) -> El {
    let name = name(row, other);
    el("section", "comparison-side")
        .attr("aria-label", name.clone())
        .child(
            el("div", "comparison-head")
                .child(
                    el("h4", "comparison-name")
                        .attr("dir", "auto")
                        .attr("title", name.clone())
                        .text(name),
                )
                .child(run_id(row))
                .child(run_state_badge(row)),
        )
        .child(outputs_view(row))
}

fn run_id(row: RunRow) -> El {
    el("span", "mono").text(move || short_run_id(row))
}

fn table(first: RunRow, second: RunRow) -> El {
    let inputs = |row: RunRow| row.record.with_untracked(|record| record.inputs.clone());
    let (left, right) = (inputs(first), inputs(second));
    let head = |(row, other): (RunRow, RunRow)| {
        el("th", "")
            .attr("scope", "col")
            .attr("dir", "auto")
            .text(name(row, other))
            .text(" ")
            .child(run_id(row))
    };
    let heads = el("tr", "")
        .child(el("th", "").attr("scope", "col").text(say::RESULT_INPUTS))
        .children([(first, second), (second, first)].map(head));
    let time = |row: RunRow| el("td", "").text(move || times(row));
    let times = el("tr", "")
        .child(el("th", "").attr("scope", "row").text(say::RESULT_TIMES))
        .children([first, second].map(time));
    let rows = rows(&left, &right);
    el("div", "comparison-table").child(
        el("table", "")
            .attr("aria-label", say::RESULT_INPUTS)
            .child(el("thead", "").child(heads))
            .child(el("tbody", "").children(rows).child(times)),
    )
}

/// One row per input that either run has.
fn rows(left: &[Entered], right: &[Entered]) -> Vec<El> {
    let only_right = right
        .iter()
        .filter(|other| !left.iter().any(|input| input.name == other.name));
    let all = left.iter().chain(only_right);
    let changed = [changed_inputs(left, right), changed_inputs(right, left)].concat();
    let row = |input: &Entered| {
        let differs = changed.iter().any(|other| other.name == input.name);
        let of = |inputs: &[Entered]| {
            let found = inputs.iter().find(|other| other.name == input.name);
            found.map(input_text).unwrap_or_default()
        };
        let cell = |text: String| el("td", "").attr("dir", "auto").child(long_value(text));
        let label = el("th", "")
            .attr("scope", "row")
            .attr("dir", "auto")
            .text(input.label.clone())
            .children(differs.then(|| el("span", "differs").text(say::COMPARISON_DIFFERS)));
        el("tr", "")
            .attr("data-differs", differs)
            .child(label)
            .child(cell(of(left)))
            .child(cell(of(right)))
    };
    all.map(row).collect()
}
