//! What can be done with a result.

use crate::entered::Entered;
use crate::messages as say;
use crate::reveal::{self, reveal};
use crate::runs::{RunRow, Runs};
use crate::workflows::Workflows;
use ui::{El, button, expect_context};

/// Fills the workflow's form with the run's inputs.
pub(super) fn reuse_button(row: RunRow) -> El {
    button("button small", move || reuse_inputs(row, false))
        .attr("data-command", true)
        .text(say::RESULT_REUSE_INPUTS)
}

/// Sends the run's inputs again.
pub(super) fn run_again_button(row: RunRow) -> El {
    button("button small", move || reuse_inputs(row, true))
        .attr("data-command", true)
        .text(say::RESULT_RUN_AGAIN)
}

/// Fills the workflow's form with the run's inputs; `run` sends them at once.
pub(super) fn reuse_inputs(row: RunRow, run: bool) {
    let workflows: Workflows = expect_context();
    let (workflow, inputs): (String, Vec<Entered>) = row
        .record
        .with_untracked(|record| (record.workflow_id.clone(), record.inputs.clone()));
    reveal(reveal::FORM);
    workflows.reuse_inputs(&workflow, inputs, run);
}

/// Starts a comparison: the next run that is chosen is shown beside this one.
pub(super) fn compare_button(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let is_compared = move || runs.stage.compared() == Some(row.key);
    button("button small", move || runs.stage.compare(row))
        .attr("data-command", true)
        .attr("aria-pressed", move || is_compared().to_string())
        .text(say::RESULT_COMPARE)
}
