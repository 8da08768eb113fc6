//! The inputs and times of two runs in a table that marks what differs.

use super::{inputs, name, run_id};
use crate::entered::Entered;
use crate::messages as say;
use crate::result::inspector::fold;
use crate::result::metadata::{input_text, long_value, times};
use crate::runs::{RunRow, changed_inputs};
use ui::{El, el};

/// The table.
pub(super) fn comparison_table(first: RunRow, second: RunRow) -> El {
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
    let time = |row: RunRow| el("td", "run-times").text(move || times(row));
    let times = el("tr", "")
        .child(el("th", "").attr("scope", "row").text(say::RESULT_TIMES))
        .children([first, second].map(time));
    let rows = rows(&left, &right);
    let table = el("table", "")
        .attr("aria-label", say::RESULT_INPUTS)
        .child(el("thead", "").child(heads))
        .child(el("tbody", "").children(rows).child(times));
    fold().child(el("div", "comparison-table").child(table))
}

/// One row per input that either run has, those that differ first.
fn rows(left: &[Entered], right: &[Entered]) -> Vec<El> {
    let only_right = right
        .iter()
        .filter(|other| !left.iter().any(|input| input.name == other.name));
    let changed = [changed_inputs(left, right), changed_inputs(right, left)].concat();
    let differs = |input: &&Entered| changed.iter().any(|other| other.name == input.name);
    let all = left.iter().chain(only_right);
    let (first, others): (Vec<&Entered>, Vec<&Entered>) = all.partition(differs);
    let row = |input: &Entered| {
        let differs = differs(&input);
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
    first.into_iter().chain(others).map(row).collect()
}
