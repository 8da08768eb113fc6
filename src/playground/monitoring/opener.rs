//! The entry of the menu that opens the dialog.

use super::dialog::dialog;
use super::state::Monitor;
use crate::connection::Connection;
use crate::icon::{Shape, icon};
use crate::messages as say;
use ui::{El, button, el, expect_context, in_body, untrack};

/// The entry. The palette finds it, too.
pub(crate) fn monitoring_button() -> El {
    let monitor = Monitor::new(expect_context::<Connection>());
    let dialog = move || {
        let is_open = monitor.is_open.get();
        is_open.then(|| untrack(|| in_body(dialog(monitor))))
    };
    let open = button("menu-item", move || monitor.is_open.set(true))
        .attr("data-command", true)
        .attr("aria-haspopup", "dialog")
        .child(icon(Shape::Bars))
        .text(say::MONITORING);
    el("div", "menu-entry").child(open).live(dialog)
}
