//! How to bring one's own workflow, and one's own ComfyUI.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::copy::command;
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use ui::{El, button, document, el};

/// The command that puts a ComfyUI behind this page.
const COMMAND: &str = "flowdeck serve --engine http://127.0.0.1:8188";

/// An area that shows where a workflow can be dropped, which is anywhere on the page. A click chooses a file.
pub(super) fn drop_area(title: Message) -> El {
    button("drop-area", open_file)
        .child(icon(Shape::Folder))
        .child(el("b", "drop-title").text(title))
        .child(el("span", "hint").text(say::FIRST_DROP_HOW))
}

/// The command that connects a ComfyUI.
pub(super) fn own_engine() -> El {
    el("details", "fold own-engine")
        .child(el("summary", "").text(say::FIRST_OWN_ENGINE))
        .child(el("p", "hint").text(say::FIRST_OWN_ENGINE_HOW))
        .child(command(COMMAND))
}

/// Opens the browser's dialog through the control of the workflow list.
fn open_file() {
    let input = document()
        .query_selector(".open-workflow input")
        .ok()
        .flatten();
    if let Some(input) = input.and_then(|input| input.dyn_into::<HtmlElement>().ok()) {
        input.click();
    }
}
