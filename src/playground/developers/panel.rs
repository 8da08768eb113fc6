//! The content of the view for developers: its tabs and the chosen one. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::reference::reference_link;
use super::state::Developers;
use super::tabs::{self, tabs};
use super::{calls, code, schema};
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::workflows::Workflows;
use ui::{El, button, el, expect_context, focus, request_animation_frame, untrack};

const PANES: &str = "developers";

/// The content.
pub(super) fn panel() -> El {
    let developers: Developers = expect_context();
    let workflows: Workflows = expect_context();
    let pane = developers.pane;
    let labels = [say::CODE, say::CALLS, say::SCHEMA].map(|label| label.now());
    if developers.takes_focus.try_update_value(std::mem::take) == Some(true) {
        let id = tabs::id(PANES, pane.get_untracked());
        request_animation_frame(move || focus(&id));
    }
    let close = button("link-button", move || developers.toggle(false))
        .attr("aria-label", say::DEVELOPERS_CLOSE)
        .child(icon(Shape::Cross));
    let body = move || {
        let made = match (pane.get(), workflows.form.get()) {
            (1, _) => untrack(calls::calls),
            (_, None) => el("p", "hint").text(say::DEVELOPERS_NO_WORKFLOW),
            (0, Some(form)) => untrack(|| code::code(developers, form)),
            (_, Some(form)) => untrack(|| schema::schema(developers, form)),
        };
        Some(made)
    };
    el("section", "developers")
        .attr("aria-label", say::DEVELOPERS)
        .on("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if event.key() == "Escape" {
                developers.toggle(false);
            }
        })
        .child(
            el("div", "developers-head")
                .child(tabs(PANES, say::DEVELOPERS, &labels, pane))
                .child(reference_link())
                .child(close),
        )
        .child(
            tabs::panel(PANES, pane)
                .child(
                    el("p", "field-error")
                        .attr("role", "alert")
                        .text(move || developers.error.get()),
                )
                .live(body),
        )
}
