//! One run with its result, and what can be done with it.

use super::actions::compare_button;
use super::download_all::download_all;
use super::inspector::inspector;
use super::more::more;
use super::outputs::outputs_view;
use crate::runs::{
    RunRow, RunState, Runs, batch_values, created_at, delete_button, long_title, output_count,
    run_actions, run_time, run_title, star_button,
};
use crate::share::share_button;
use ui::{El, el, expect_context, untrack};

/// The run's title, actions, outputs and values.
pub(super) fn result_view(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let (title, workflow, created) = row
        .record
        .with_untracked(|record| (run_title(record), record.workflow.clone(), record.created));
    let has_title = title != workflow;
    let [download_status, download] = download_all(move || vec![row]);
    let has_several = move || row.state() == RunState::Completed && output_count(&row) > 1;
    let head = el("div", "result-head")
        .child(
            el("h3", "result-title")
                .attr("dir", "auto")
                .attr("title", row.record.with_untracked(long_title))
                .text(title.clone()),
        )
        .child(
            el("span", "result-values")
                .attr("dir", "auto")
                .text(move || batch_values(row, runs)),
        )
        .child(
            el("span", "result-about")
                .children(has_title.then(|| {
                    el("span", "result-workflow")
                        .attr("dir", "auto")
                        .text(workflow)
                }))
                .child(created_at(created))
                .child(el("span", "run-duration").text(run_time(row))),
        )
        .child(
            el("div", "result-actions")
                // Those that come and go are first, so that the others keep their places at the end of the line.
                .live(move || row.is_active().then(|| untrack(|| run_actions(row))))
                .child(download_status)
                .child(star_button(row).attr("data-command", true))
                .child(share_button(row))
                .child(more([
                    compare_button(row),
                    download.attr("hidden", move || !has_several()),
                    delete_button(row),
                ])),
        );
    el("article", "result")
        .attr("aria-label", title)
        .child(head)
        .child(
            el("div", "result-body")
                .child(el("div", "stage").child(outputs_view(row)))
                .child(inspector(row)),
        )
}
