//! The region of the view for developers, and the button that opens it.

use super::state::{Developers, OPENER};
use crate::deferred::Deferred;
use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, button, el, expect_context};

pub(super) static PANEL: Deferred<fn() -> El> = Deferred::new();

/// The button that opens it.
pub(crate) fn developers_button() -> El {
    let developers: Developers = expect_context();
    let open = developers.open;
    let toggle = move || developers.toggle(!open.get_untracked());
    button("button developers-open", toggle)
        .attr("id", OPENER)
        .attr("aria-expanded", move || open.get().to_string())
        .attr("title", say::DEVELOPERS)
        .child(icon(Shape::Code))
        .child(el("span", "developers-word").text(say::CODE))
}

/// The region, while it is open.
pub(crate) fn developers_region() -> Option<El> {
    let developers: Developers = expect_context();
    let open = developers.open.get();
    if open {
        PANEL.view(|panel| panel())
    } else {
        None
    }
}
