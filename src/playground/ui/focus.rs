//! Moves the focus without scrolling.

use web_sys::{FocusOptions, HtmlElement};

/// Focuses an element where it is: the page does not scroll to it.
pub(crate) fn focus_in_place(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    // An element that cannot be focused stays as it is.
    let _ = element.focus_with_options(&options);
}
