//! A line above the result: the followed run while an earlier one is shown, or that a second run is being picked for
//! a comparison. It always takes the same space, so that the result does not move.

use super::batch_handle::{BatchHandle, batch_actions, batch_progress_bar};
use super::batch_progress::progress_text;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::status_view::{progress_bar, run_state_badge, status_text};
use super::store::Runs;
use super::tile::run_actions;
use crate::messages as say;
use ui::{El, button, el, expect_context, list};

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
    let hint = el("p", "")
        .attr("role", "status")
        .text(move || runs.is_picking().then(|| say::COMPARE_HINT.now()));
    let picking = el("div", "picking").child(hint).live(move || {
        let stop = move || runs.end_comparison();
        let cancel = || button("button small", stop).text(say::RUN_CANCEL);
        runs.is_picking().then(cancel)
    });
    el("div", "run-followed").child(picking).child(followed)
}

fn followed_view(row: RunRow) -> El {
    let record = row.record.get_untracked();
    let batch = record
        .batch
        .map(|batch| (BatchHandle::new(&batch.id), batch.count));
    let view = el("div", "followed").child(run_state_badge(row)).child(
        el("span", "followed-name")
            .attr("dir", "auto")
            .text(record.workflow),
    );
    let status = el("span", "followed-status");
    match batch {
        Some((batch, count)) => {
            let states = batch.clone();
            let text = move || batch_text(row, &states.states(), count);
            view.child(status.text(text))
                .child(batch_progress_bar(batch.clone()))
                .child(batch_actions(batch))
        }
        None => view
            .child(status.text(move || status_text(row)))
            .child(progress_bar(row))
            .child(run_actions(row)),
    }
}

/// How many runs of a batch are done, and the status of this one.
fn batch_text(row: RunRow, states: &[RunState], count: usize) -> String {
    let progress = progress_text(states, count);
    match status_text(row) {
        Some(status) => [&progress, " · ", &status].concat(),
        None => progress,
    }
}
