//! The inputs and times of runs in a table that marks what differs.

use super::names::inputs;
use super::run_id;
use crate::entered::Entered;
use crate::messages as say;
use crate::result::inspector::fold;
use crate::result::metadata::{input_text, long_value, times};
use crate::runs::{RunRow, inputs_that_differ};
use ui::{El, el};

/// The table.
pub(super) fn comparison_table(rows: &[RunRow], names: &[String]) -> El {
    let head = |(row, name): (&RunRow, &String)| {
        el("th", "")
            .attr("scope", "col")
            .attr("dir", "auto")
            .text(name.clone())
            .text(" ")
            .child(run_id(*row))
    };
    let heads = el("tr", "")
        .child(el("th", "").attr("scope", "col").text(say::RESULT_INPUTS))
        .children(rows.iter().zip(names).map(head));
    let time = |row: RunRow| el("td", "run-times").text(move || times(row));
    let times = el("tr", "")
        .child(el("th", "").attr("scope", "row").text(say::RESULT_TIMES))
        .children(rows.iter().copied().map(time));
    let all: Vec<_> = rows.iter().copied().map(inputs).collect();
    let table = el("table", "comparison-inputs")
        .attr("aria-label", say::RESULT_INPUTS)
        .attr("data-count", rows.len().to_string())
        .child(el("thead", "").child(heads))
        .child(el("tbody", "").children(input_rows(&all)).child(times));
    fold().child(el("div", "comparison-table").child(table))
}

/// One row per input that any run has, those that differ first.
fn input_rows(runs: &[Vec<Entered>]) -> Vec<El> {
    let mut all: Vec<&Entered> = Vec::new();
    let mut changed: Vec<&str> = Vec::new();
    for own in runs {
        let is_new = |input: &&Entered| !all.iter().any(|other| other.name == input.name);
        let new: Vec<_> = own.iter().filter(is_new).collect();
        all.extend(new);
        changed.extend(
            inputs_that_differ(own, runs)
                .iter()
                .map(|input| input.name.as_str()),
        );
    }
    let differs = |input: &&Entered| changed.contains(&input.name.as_str());
    let (first, others): (Vec<&Entered>, Vec<&Entered>) = all.into_iter().partition(differs);
    let row = |input: &Entered| {
        let differs = differs(&input);
        let cell = |inputs: &Vec<Entered>| {
            let found = inputs.iter().find(|other| other.name == input.name);
            let text = found.map(input_text).unwrap_or_default();
            el("td", "").attr("dir", "auto").child(long_value(text))
        };
        // A value that all runs have is shown once.
        let cells: Vec<El> = match differs {
            true => runs.iter().map(cell).collect(),
            false => {
                let all = runs.iter().take(1).map(cell);
                let span = |cell: El| cell.attr("colspan", runs.len().to_string());
                all.map(span).collect()
            }
        };
        let label = el("th", "")
            .attr("scope", "row")
            .attr("dir", "auto")
            .text(input.label.clone())
            .text(" ")
            .children(differs.then(|| el("span", "differs").text(say::COMPARISON_DIFFERS)));
        el("tr", "")
            .attr("data-differs", differs)
            .child(label)
            .children(cells)
    };
    first.into_iter().chain(others).map(row).collect()
}
