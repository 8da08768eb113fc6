//! The entry of the menu that opens the dialog.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::dialog::dialog;
use super::state::Monitor;
use crate::connection::Connection;
use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, button, document, el, expect_context, in_body, untrack, when_idle};

/// The id of the entry.
const OPENER: &str = "monitoring-open";

/// Opens the dialog, as a press of the entry does. The menu makes its entries when the page is idle.
pub(crate) fn open_monitoring() {
    when_idle(|| {
        let entry = document().get_element_by_id(OPENER);
        let entry = entry.and_then(|entry| entry.dyn_into::<HtmlElement>().ok());
        if let Some(entry) = entry {
            entry.click();
        }
    });
}

/// The entry.
pub(crate) fn monitoring_button() -> El {
    let monitor = Monitor::new(expect_context::<Connection>());
    let dialog = move || {
        let is_open = monitor.is_open.get();
        is_open.then(|| untrack(|| in_body(dialog(monitor))))
    };
    let open = button("menu-item", move || monitor.is_open.set(true))
        .attr("id", OPENER)
        .attr("aria-haspopup", "dialog")
        .child(icon(Shape::Bars))
        .text(say::MONITORING);
    el("div", "menu-entry").child(open).live(dialog)
}
