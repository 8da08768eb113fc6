//! One run with its result, and what can be done with it.

use leptos::prelude::*;

use super::download_all::download_all_button;
use super::metadata::metadata;
use super::outputs::outputs_view;
use crate::playground::entered::Entered;
use crate::playground::messages as say;
use crate::playground::runs::{RunRow, Runs};
use crate::playground::tab::Tab;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el};
use crate::playground::workflows::Workflows;

/// The run's title, actions, outputs and metadata.
pub(super) fn result_view(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let is_compared = move || runs.compared.get() == Some(row.key);
    let workflow = row.record.with_untracked(|record| record.workflow.clone());
    let head = el("div", "result-head")
        .child(el("h3", "result-title").attr("dir", "auto").text(workflow))
        .child(actions(row, runs));
    let hint = el("p", "notice")
        .attr("role", "status")
        .attr("hidden", move || !is_compared())
        .text(move || is_compared().then_some(say::COMPARE_HINT.now()));
    el("article", "result")
        .attr("aria-label", say::RESULT)
        .child(head)
        .child(hint)
        .child(outputs_view(row))
        .child(metadata(row))
}

fn actions(row: RunRow, runs: Runs) -> El {
    let is_compared = move || runs.compared.get() == Some(row.key);
    let compare = move || {
        let is_compared = untrack(is_compared);
        // The result stays while the second run is picked.
        runs.select(Some(row.key));
        runs.compared.set((!is_compared).then_some(row.key));
    };
    el("div", "result-actions")
        .child(button("button small", move || reuse_inputs(row, true)).text(say::RESULT_RUN_AGAIN))
        .child(
            button("button small", move || reuse_inputs(row, false)).text(say::RESULT_REUSE_INPUTS),
        )
        .child(
            button("button small", compare)
                .attr("aria-pressed", move || is_compared().to_string())
                .text(say::RESULT_COMPARE),
        )
        .child(download_all_button(row))
}

/// Fills the workflow's form with the run's inputs; `run` also sends it.
fn reuse_inputs(row: RunRow, run: bool) {
    let workflows: Workflows = expect_context();
    let tab: RwSignal<Tab> = expect_context();
    let (workflow, inputs): (String, Vec<Entered>) = row
        .record
        .with_untracked(|record| (record.workflow_id.clone(), record.inputs.clone()));
    tab.set(Tab::Form);
    workflows.reuse_inputs(&workflow, inputs, run);
}
