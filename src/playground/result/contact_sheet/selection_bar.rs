//! Below the contact sheet: the selected result, and what can be done with it.

use super::super::actions::compare_button;
use super::super::download_link::download_link;
use super::super::focus::focus_result;
use super::super::more::more;
use crate::messages as say;
use crate::runs::{
    RunRow, Runs, batch_values, delete_button, pictured_output, run_caption, star_button,
};
use crate::share::share_button;
use ui::{El, button, el, expect_context, memo, untrack};

/// The bar. A grid has no room for the names of its two fields.
pub(super) fn selection_bar(
    current: impl Fn() -> Option<RunRow> + Copy + 'static,
    is_grid: bool,
) -> El {
    let runs: Runs = expect_context();
    let values = move || match is_grid {
        true => Some(run_caption(current()?, runs)),
        false => batch_values(current()?, runs),
    };
    let of_current = |action: fn(RunRow) -> El| {
        el("span", "selection-action").live(move || current().map(|row| untrack(|| action(row))))
    };
    el("div", "selection-bar")
        .attr("role", "toolbar")
        .attr("aria-label", say::SHEET_SELECTED)
        .child(el("span", "result-values").attr("dir", "auto").text(values))
        .child(of_current(|row| {
            star_button(row).attr("data-command", true)
        }))
        .child(of_current(open_button))
        .child(of_current(download))
        .child(of_current(share_button))
        .child(more([
            of_current(compare_button),
            of_current(delete_button),
        ]))
}

/// Shows the result alone, as a second press on its picture does.
fn open_button(row: RunRow) -> El {
    let runs: Runs = expect_context();
    let open = move || {
        runs.stage.select(row.key);
        focus_result();
    };
    button("button small selection-open", open)
        .attr("data-command", true)
        .text(say::SHEET_OPEN)
}

/// Downloads its picture, once there is one.
fn download(row: RunRow) -> El {
    let output = memo(move || pictured_output(row));
    el("span", "").live(move || {
        let (url, name) = output.get()?;
        Some(download_link(url, name))
    })
}
