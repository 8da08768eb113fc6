//! Beside the stage, or under it: the values of the shown result, and what can be done with them. A narrow page shows
//! them on request.

use super::actions::{reuse_button, run_again_button};
use super::metadata::{origin, values};
use super::what_next::what_next;
use crate::media_query::NARROW;
use crate::messages as say;
use crate::runs::{RunRow, RunState};
use ui::{El, el};

/// The inspector of a run.
pub(super) fn inspector(row: RunRow) -> El {
    let actions = el("div", "inspector-actions")
        .child(reuse_button(row))
        // A run that failed would most likely fail again; its card says what to do.
        .live(move || (row.state() != RunState::Failed).then(|| run_again_button(row)));
    fold()
        .child(values(row))
        .child(actions)
        .child(what_next(row))
        .child(el("hr", ""))
        .child(origin(row))
}

/// The place of an inspector.
pub(super) fn fold() -> El {
    let is_open = !NARROW.matches();
    el("details", "details")
        .attr("open", is_open)
        .child(el("summary", "").text(say::RESULT_DETAILS))
}
