//! Moves the focus to what is about to be shown.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use ui::{document, request_animation_frame};

/// Moves the focus to an element that is shown in the next frame.
pub(super) fn focus_soon(id: &'static str) {
    request_animation_frame(move || {
        let element = document().get_element_by_id(id);
        if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
        }
    });
}
