//! Moves the keyboard focus.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};

/// Focuses the element with this id, if there is one.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Gives the focus of something that was closed to the element with this id. Closing takes a moment: what a person has
/// focused meanwhile keeps the focus, and gets what is typed.
pub fn return_focus(id: &str) {
    let is_free = document()
        .active_element()
        .is_none_or(|active| active.tag_name() == "BODY");
    if is_free {
        focus(id);
    }
}

/// Focuses an element where it is: the page does not scroll to it.
pub fn focus_in_place(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    // An element that cannot be focused stays as it is.
    let _ = element.focus_with_options(&options);
}
