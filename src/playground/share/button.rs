//! The button that opens the dialog. It is there if the deployment offers links to results.

use super::calls::load;
use super::dialog::dialog;
use super::state::{Permission, Sharing};
use crate::connection::Connection;
use crate::messages as say;
use crate::runs::{RunRow, RunState, Runs};
use crate::workflows::Workflows;
use ui::{El, button, el, expect_context, in_body, memo, untrack};

/// The button of a completed run.
pub(crate) fn share_button(row: RunRow) -> El {
    let workflows: Workflows = expect_context();
    let connection: Connection = expect_context();
    let id = row
        .record
        .with_untracked(|record| record.workflow_id.clone());
    let permission = memo(move || {
        let is_completed = row.state() == RunState::Completed;
        let share = workflows.listing.sharing(&id).filter(|_| is_completed)?;
        Some(Permission::of(&share))
    });
    el("span", "result-share").live(move || {
        let permission = permission.get()?;
        Some(untrack(|| {
            offered(Sharing::new(row, connection, permission))
        }))
    })
}

fn offered(sharing: Sharing) -> El {
    let runs: Runs = expect_context();
    let open = move || {
        // A run that ends does not replace the result behind the dialog.
        runs.stage.keep_shown();
        sharing.is_open.set(true);
        load(sharing);
    };
    let dialog = move || {
        let is_open = sharing.is_open.get();
        is_open.then(|| untrack(|| in_body(dialog(sharing))))
    };
    el("span", "")
        .child(
            button("button small", open)
                .attr("data-command", true)
                .attr("aria-haspopup", "dialog")
                .text(say::SHARE_OPEN),
        )
        .live(dialog)
}
