//! The dialog of the palette and of the shortcuts.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlDialogElement};

use super::list::command_list;
use super::shortcuts::shortcuts;
use super::{Palette, Pane};
use crate::playground::messages as say;
use crate::playground::ui::{El, el};

/// The open dialog. The browser traps the focus, closes it on Escape and moves the focus back.
pub(super) fn dialog(palette: Palette) -> El {
    let pane = palette.0.get_untracked();
    let label = match pane {
        Some(Pane::Shortcuts) => say::SHORTCUTS,
        _ => say::PALETTE,
    };
    let dialog = el("dialog", "palette").attr("aria-label", label);
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    let content = match pane {
        Some(Pane::Shortcuts) => shortcuts(palette),
        _ => command_list(palette),
    };
    let shown = node.clone();
    request_animation_frame(move || {
        // It may have been closed in the meantime.
        if shown.is_connected() && !shown.open() {
            let _ = shown.show_modal();
        }
    });
    let close = move |_| palette.0.set(None);
    let outside = move |event: Event| {
        if event.target().as_ref() == Some(node.as_ref()) {
            node.close();
        }
    };
    dialog
        .on("close", close)
        .on("click", outside)
        .child(content)
}
