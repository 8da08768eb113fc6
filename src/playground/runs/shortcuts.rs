//! The keys of the runs and of their result. Only while one of them has the focus, so that speech input and typing
//! are safe.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use super::store::Runs;
use ui::untrack;

/// S marks the shown run, C starts a comparison with it, and Escape ends one.
pub(crate) fn on_key(runs: Runs, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let is_elsewhere = target.is_some_and(|target| {
        target
            .closest("input:not([type=range]), select, dialog")
            .is_ok_and(|place| place.is_some())
    });
    let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
    let Some(row) =
        untrack(|| runs.rows.row(runs.stage.shown.get())).filter(|_| is_plain && !is_elsewhere)
    else {
        return;
    };
    match event.key().as_str() {
        "s" | "S" => runs.toggle_star(row),
        "c" | "C" => runs.stage.compare(row),
        "Escape" => runs.stage.end_comparison(),
        _ => {}
    }
}
