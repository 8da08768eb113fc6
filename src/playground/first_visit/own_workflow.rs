//! How to bring one's own workflow, and one's own ComfyUI.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::copy::copy_button;
use crate::messages as say;
use ui::{El, button, document, el};

/// The command that puts a ComfyUI behind this page.
const COMMAND: &str = "flowdeck serve --engine http://127.0.0.1:8188";

/// Opens a file, or shows the command.
pub(super) fn own_workflow() -> El {
    el("section", "own-workflow")
        .attr("aria-labelledby", "own-workflow")
        .child(el("h3", "").attr("id", "own-workflow").text(say::FIRST_OWN))
        .child(el("p", "hint").text(say::FIRST_OWN_DROP))
        .child(button("button", open_file).text(say::FIRST_OWN_OPEN))
        .child(
            el("details", "fold")
                .child(el("summary", "").text(say::FIRST_OWN_ENGINE))
                .child(el("p", "hint").text(say::FIRST_OWN_ENGINE_HOW))
                .child(
                    el("div", "command")
                        .child(el("code", "").attr("dir", "ltr").text(COMMAND))
                        .child(copy_button(say::COPY, || COMMAND.to_owned())),
                ),
        )
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
