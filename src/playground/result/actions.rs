//! What can be done with a result.

use crate::entered::Entered;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::reveal::{self, reveal};
use crate::runs::{RunRow, Runs};
use crate::workflows::{Then, Workflows};
use ui::{El, button, el, expect_context};

/// Fills the workflow's form with the run's inputs.
pub(super) fn reuse_button(row: RunRow) -> El {
    button("button", move || reuse_inputs(row, Then::Edit))
        .attr("data-command", true)
        .text(say::RESULT_REUSE_INPUTS)
}

/// Sends the run's inputs again.
pub(super) fn run_again_button(row: RunRow) -> El {
    button("button", move || reuse_inputs(row, Then::Run))
        .attr("data-command", true)
        .text(say::RESULT_RUN_AGAIN)
}

/// Fills the workflow's form with the run's inputs.
pub(super) fn reuse_inputs(row: RunRow, then: Then) {
    let (workflow, inputs): (String, Vec<Entered>) = row
        .record
        .with_untracked(|record| (record.workflow_id.clone(), record.inputs.clone()));
    fill_form(&workflow, inputs, then);
}

/// Fills a workflow's form with these inputs.
pub(super) fn fill_form(workflow: &str, inputs: Vec<Entered>, then: Then) {
    let workflows: Workflows = expect_context();
    reveal(reveal::FORM);
    workflows.reuse_inputs(workflow, inputs, then);
}

/// Starts a comparison, or adds to it: the next run that is chosen is shown beside this one.
pub(super) fn compare_button(row: RunRow) -> El {
    let runs: Runs = expect_context();
    button("button small", move || runs.stage.compare(row))
        .attr("data-command", true)
        .attr("aria-pressed", move || {
            runs.stage.is_compared(row.key).to_string()
        })
        .attr("aria-keyshortcuts", "c")
        .child(icon(Shape::Compare))
        .text(say::RESULT_COMPARE)
        .child(el("kbd", "").attr("aria-hidden", "true").text("C"))
}
