//! Shows an element at the end of the page instead of at its place, such as a dialog of a form: events in it do not
//! reach the form, and no style of an ancestor applies.

use leptos::prelude::document;

use super::element::{El, el};

/// An element in the body, removed with its owner.
struct Placed(El);

impl Drop for Placed {
    fn drop(&mut self) {
        self.0.node().remove();
    }
}

/// Moves an element to the body. Returns what takes its place.
pub fn in_body(content: El) -> El {
    if let Some(body) = document().body() {
        let _ = body.append_child(content.node());
    }
    el("span", "").keep(Placed(content))
}
