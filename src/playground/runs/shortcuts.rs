//! The keys of the runs and of their result. Only while one of them has the focus, so that speech input and typing
//! are safe.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use super::run_row::RunRow;
use super::store::Runs;
use ui::untrack;

/// S marks the run that has the focus in the strip or a contact sheet, or else the shown one. C starts a comparison with
/// the shown one or adds another run to it, and Escape ends the choice of a run or the comparison.
pub(crate) fn on_key(runs: Runs, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let focused = target.as_ref().and_then(|target| focused(runs, target));
    let is_elsewhere = target.is_some_and(|target| {
        target
            .closest("input:not([type=range]), select, dialog")
            .is_ok_and(|place| place.is_some())
    });
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
    if !is_plain || is_elsewhere {
        return;
    }
    // A batch is no run.
    let shown = untrack(|| runs.rows.row(runs.stage.shown.get()));
    match (event.key().as_str(), focused.or(shown), shown) {
        ("s" | "S", Some(row), _) => runs.toggle_star(row),
        ("c" | "C", _, Some(row)) => runs.stage.compare(row),
        ("Escape", ..) => runs.stage.escape_comparison(),
        _ => {}
    }
}

/// The run whose tile or cell contains an element.
fn focused(runs: Runs, element: &Element) -> Option<RunRow> {
    let place = element.closest("[data-run-id]").ok()??;
    runs.rows.row_of(&place.get_attribute("data-run-id")?)
}
