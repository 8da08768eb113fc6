//! The dialog of the palette and of the shortcuts.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::list::command_list;
use super::shortcuts::shortcuts;
use super::{Palette, Pane};
use crate::messages as say;
use ui::{El, close_outside, el, open_modal};

/// The open dialog.
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
    open_modal(&node);
    dialog
        .on("close", move |_| palette.0.set(None))
        .on("click", close_outside(&node))
        .child(content)
}
