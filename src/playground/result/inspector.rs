//! Beside the stage, or under it: the values of the shown result, and what can be done with them. A narrow page shows
//! them on request.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDetailsElement};

use super::actions::{reuse_button, run_again_button};
use super::metadata::{origin, values};
use super::what_next::what_next;
use crate::media_query::NARROW;
use crate::messages as say;
use crate::runs::{RunRow, RunState};
use crate::storage::{self, StorageArea};
use ui::{El, el};

/// The name under which it is stored whether the run's info is open.
const STORED: &str = "run-info";

/// The inspector of a run.
pub(super) fn inspector(row: RunRow) -> El {
    let actions = el("div", "inspector-actions")
        .child(reuse_button(row))
        // A run that failed would most likely fail again, and one in progress is not over.
        .live(move || {
            let is_offered = !row.is_active() && row.state() != RunState::Failed;
            is_offered.then(|| run_again_button(row))
        });
    fold()
        .child(values(row))
        .child(actions)
        .child(what_next(row))
        .child(run_info(row))
}

/// Where the run comes from. Remembers whether it is open.
fn run_info(row: RunRow) -> El {
    let is_open = storage::load(StorageArea::Browser, STORED).unwrap_or(false);
    let keep = |event: Event| {
        let fold = event.target().and_then(|fold| fold.dyn_into().ok());
        if let Some(is_open) = fold.as_ref().map(HtmlDetailsElement::open) {
            storage::save(StorageArea::Browser, STORED, &is_open);
        }
    };
    el("details", "run-info more-details")
        .attr("open", is_open)
        .on("toggle", keep)
        .child(el("summary", "").text(say::RESULT_INFO))
        .child(origin(row))
}

/// The place of an inspector.
pub(super) fn fold() -> El {
    let is_open = !NARROW.matches();
    el("details", "details")
        .attr("open", is_open)
        .child(el("summary", "").text(say::RESULT_DETAILS))
}
