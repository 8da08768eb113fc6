//! Scrolls to an element.

use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Scrolls as little as needed to have an element in view.
pub fn scroll_to(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}
