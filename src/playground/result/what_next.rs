//! What people do next with a completed result: the same with nine seeds, its picture as the input of a workflow, and
//! its call as code. Only what suits the workflow is offered.

use super::actions::reuse_inputs;
use super::use_as_input::use_as_input;
use crate::developers::Developers;
use crate::entered::Entered;
use crate::messages as say;
use crate::output_kind::output_kind;
use crate::runs::{RunRow, RunState, pictured_output};
use crate::workflows::{Then, Workflows};
use ui::{El, button, el, expect_context, memo, untrack};

/// The buttons, once the run has completed.
pub(super) fn what_next(row: RunRow) -> El {
    let is_completed = memo(move || row.state() == RunState::Completed);
    let buttons = move || {
        is_completed.get().then(|| {
            untrack(|| {
                el("div", "inspector-actions")
                    .child(el("h4", "").text(say::NEXT))
                    .children(nine_seeds(row))
                    .child(as_input(row))
                    .child(code(row))
            })
        })
    };
    el("div", "what-next").live(buttons)
}

/// Prepares the same run with nine seeds, if it has a seed.
fn nine_seeds(row: RunRow) -> Option<El> {
    let has_seed = row
        .record
        .with_untracked(|record| record.inputs.iter().any(Entered::is_seed));
    let vary = move || reuse_inputs(row, Then::VarySeed);
    has_seed.then(|| {
        button("button", vary)
            .attr("data-command", true)
            .text(say::NEXT_SEEDS)
    })
}

/// The workflows that take its picture.
fn as_input(row: RunRow) -> El {
    let output = memo(move || pictured_output(row));
    el("span", "").live(move || {
        let (url, name) = output.get()?;
        let kind = output_kind(&name);
        use_as_input(url, name, kind)
    })
}

/// Its call as code, while the form is that of its workflow.
fn code(row: RunRow) -> El {
    let (developers, workflows): (Developers, Workflows) = (expect_context(), expect_context());
    let is_of_form = memo(move || {
        let form = workflows.form.get();
        let workflow = row
            .record
            .with_untracked(|record| record.workflow_id.clone());
        form.is_some_and(|form| form.id.with(|id| *id == workflow))
    });
    button("button", move || developers.show_code_of_result())
        .attr("data-command", true)
        .attr("hidden", move || !is_of_form.get())
        .text(say::NEXT_CODE)
}
