//! Moves the focus when a line of the list is removed.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the focus from its line to the one below, or above if there is none.
pub(super) fn focus_neighbor() {
    let active = document().active_element();
    let Some(line) = active.and_then(|active| active.closest("li.run").ok()?) else {
        return;
    };
    let neighbor = line
        .next_element_sibling()
        .or_else(|| line.previous_element_sibling());
    let show = neighbor.and_then(|neighbor| neighbor.query_selector(".run-show").ok()?);
    if let Some(show) = show.and_then(|show| show.dyn_into::<HtmlElement>().ok()) {
        let _ = show.focus();
    }
}
