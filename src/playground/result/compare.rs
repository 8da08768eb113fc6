//! Two results side by side: what each gave, and what they were given that differs.

use leptos::prelude::*;

use super::metadata::{long_value, times, value};
use super::outputs::stage;
use crate::playground::entered::Entered;
use crate::playground::messages as say;
use crate::playground::runs::{RunRow, Runs, differing, id, name, sign_of};
use crate::playground::ui::{El, button, el};

/// Two runs, the one that was marked first.
pub(crate) fn comparison(first: RunRow, second: RunRow) -> El {
    let runs: Runs = expect_context();
    let end = button("button small", move || runs.mark.set(None)).text(say::COMPARISON_CLOSE);
    let head = el("div", "result-head")
        .child(el("h3", "result-title").text(say::COMPARISON))
        .child(el("div", "result-do").child(end));
    let sides = el("div", "sides").children([first, second].map(side));
    el("article", "result")
        .attr("aria-label", say::COMPARISON)
        .child(head)
        .child(sides)
        .child(table(first, second))
}

fn side(row: RunRow) -> El {
    el("section", "side")
        .attr("aria-label", name(row))
        .child(
            el("div", "side-head")
                .child(el("h4", "side-name").attr("dir", "auto").text(name(row)))
                .child(run_id(row))
                .child(sign_of(row)),
        )
        .child(stage(row))
}

fn run_id(row: RunRow) -> El {
    el("span", "mono").text(move || id(row))
}

fn table(first: RunRow, second: RunRow) -> El {
    let inputs = |row: RunRow| row.record.with_untracked(|record| record.inputs.clone());
    let (mine, others) = (inputs(first), inputs(second));
    let head = |row: RunRow| {
        el("th", "")
            .attr("scope", "col")
            .attr("dir", "auto")
            .text(name(row))
            .text(" ")
            .child(run_id(row))
    };
    let heads = el("tr", "")
        .child(el("th", "").attr("scope", "col").text(say::RESULT_INPUTS))
        .children([first, second].map(head));
    let time = |row: RunRow| el("td", "").text(move || times(row));
    let times = el("tr", "")
        .child(el("th", "").attr("scope", "row").text(say::RESULT_TIMES))
        .children([first, second].map(time));
    let rows = rows(&mine, &others);
    el("div", "compare-table").child(
        el("table", "")
            .attr("aria-label", say::RESULT_INPUTS)
            .child(el("thead", "").child(heads))
            .child(el("tbody", "").children(rows).child(times)),
    )
}

/// A row for every input that one of them has.
fn rows(mine: &[Entered], others: &[Entered]) -> Vec<El> {
    let only_there = others
        .iter()
        .filter(|other| !mine.iter().any(|input| input.name == other.name));
    let all = mine.iter().chain(only_there);
    let differing = [differing(mine, others), differing(others, mine)].concat();
    let row = |input: &Entered| {
        let differs = differing.iter().any(|other| other.name == input.name);
        let of = |inputs: &[Entered]| {
            let found = inputs.iter().find(|other| other.name == input.name);
            found.map(value).unwrap_or_default()
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
            .child(cell(of(mine)))
            .child(cell(of(others)))
    };
    all.map(row).collect()
}
