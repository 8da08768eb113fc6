//! The result of the chosen run: what it gave, what it was given, and how long it took; and what can
//! be done with it.

mod compare;
pub(crate) mod deferred;
mod download;
mod metadata;
mod output;
mod outputs;
mod text_output;
mod zoom;

use leptos::prelude::*;

use super::entered::Entered;
use super::messages as say;
use super::runs::{RunRow, Runs};
use super::ui::{El, button, el};
use super::workflows::Workflows;
use crate::playground::ui::RwSignal;
use download::all_button;
use metadata::facts;
use outputs::stage;

/// One run, large.
fn run_result(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let marked = move || runs.mark.get() == Some(row.key);
    let workflow = row.record.with_untracked(|record| record.workflow.clone());
    let head = el("div", "result-head")
        .child(el("h3", "result-title").attr("dir", "auto").text(workflow))
        .child(actions(row, runs));
    let hint = el("p", "notice")
        .attr("role", "status")
        .attr("hidden", move || !marked())
        .text(move || marked().then_some(say::COMPARE_HINT.now()));
    el("article", "result")
        .attr("aria-label", say::RESULT)
        .child(head)
        .child(hint)
        .child(stage(row))
        .child(facts(row))
}

/// What can be done with a run and its result.
fn actions(row: RunRow, runs: Runs) -> El {
    let marked = move || runs.mark.get() == Some(row.key);
    let mark = move || {
        let marked = untrack(marked);
        runs.mark.set((!marked).then_some(row.key));
    };
    el("div", "result-do")
        .child(button("button small", move || refill(row, true)).text(say::RESULT_RUN_AGAIN))
        .child(button("button small", move || refill(row, false)).text(say::RESULT_REUSE_INPUTS))
        .child(
            button("button small", mark)
                .attr("aria-pressed", move || marked().to_string())
                .text(say::RESULT_COMPARE),
        )
        .child(all_button(row))
}

/// Brings a run's values into its workflow's form; `run` sends them at once.
fn refill(row: RunRow, run: bool) {
    let workflows: Workflows = expect_context();
    let tab: RwSignal<super::tab::Tab> = expect_context();
    let (workflow, inputs): (String, Vec<Entered>) = row
        .record
        .with_untracked(|record| (record.workflow_id.clone(), record.inputs.clone()));
    tab.set(super::tab::Tab::Form);
    workflows.reuse_inputs(&workflow, &inputs, run);
}
