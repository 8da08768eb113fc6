//! Moves the focus when a tile is removed.

use ui::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Moves the focus from its tile to the next one, or the previous one if there is none.
pub(super) fn focus_neighbor() {
    let active = document().active_element();
    let Some(tile) = active.and_then(|active| active.closest("li.tile, li.cell").ok()?) else {
        return;
    };
    let neighbor = tile
        .next_element_sibling()
        .or_else(|| tile.previous_element_sibling());
    let show =
        neighbor.and_then(|neighbor| neighbor.query_selector(".tile-show, .cell-show").ok()?);
    if let Some(show) = show.and_then(|show| show.dyn_into::<HtmlElement>().ok()) {
        let _ = show.focus();
    }
}
