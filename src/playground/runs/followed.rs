//! A line above the result: the followed run while an earlier one is shown, or that a second run is being picked for
//! a comparison. It always takes the same space, so that the result does not move.

use leptos::prelude::*;

use super::run_row::RunRow;
use super::status_view::{progress_bar, run_state_badge, status_text};
use super::store::Runs;
use super::tile::run_actions;
use crate::playground::messages as say;
use crate::playground::ui::{El, el, list};

/// The line.
pub(crate) fn followed_run() -> El {
    let runs: Runs = expect_context();
    let followed = list(
        el("div", "")
            .attr("role", "group")
            .attr("aria-label", say::RUN_FILTER_ACTIVE)
            .attr("hidden", move || runs.is_picking()),
        move || runs.followed().into_iter().collect(),
        |row| row.key.to_string(),
        followed_view,
    );
    let hint = el("p", "picking")
        .attr("role", "status")
        .text(move || runs.is_picking().then(|| say::COMPARE_HINT.now()));
    el("div", "run-followed").child(hint).child(followed)
}

fn followed_view(row: RunRow) -> El {
    let workflow = row.record.with_untracked(|record| record.workflow.clone());
    el("div", "followed")
        .child(run_state_badge(row))
        .child(
            el("span", "followed-name")
                .attr("dir", "auto")
                .text(workflow),
        )
        .child(el("span", "followed-status").text(move || status_text(row)))
        .child(progress_bar(row))
        .child(run_actions(row))
}
