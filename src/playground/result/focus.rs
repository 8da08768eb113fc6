//! Keeps the focus in the result when another one is shown, so that the keys go on working.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use ui::{document, focus_in_place, request_animation_frame};

/// Focuses the slider through a batch, or else the first action, once the result is shown.
pub(super) fn focus_result() {
    focus_later(&[".scrubber-slider", ".result-actions button"]);
}

/// Focuses the current result of a batch, once all of them are shown.
pub(super) fn focus_current_cell() {
    focus_later(&[".cell-show[aria-pressed=true]"]);
}

/// Focuses the first of these that the page has.
fn focus_later(selectors: &'static [&'static str]) {
    request_animation_frame(move || {
        let find = |selector: &&str| document().query_selector(selector).ok()?;
        let found = selectors.iter().find_map(find);
        if let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            focus_in_place(&found);
        }
    });
}
