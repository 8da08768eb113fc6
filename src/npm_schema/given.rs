//! What a caller gives besides a file: a saved exposure and the engines' node classes, each as text or bytes.

use std::borrow::Cow;

use js_sys::{JsString, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{memory, text};
use workflow::classes::NodeClasses;
use workflow::{ExposureDocument, Problem};

/// The bytes of a text or a `Uint8Array`.
pub(crate) fn bytes(given: &JsValue) -> Vec<u8> {
    match given.dyn_ref::<JsString>() {
        Some(given) => {
            memory::reserve(text::length(given));
            text::utf8(given)
        }
        None => {
            let given = Uint8Array::new(given);
            memory::reserve(given.length() as usize);
            given.to_vec()
        }
    }
}

/// The classes in an answer of `GET /object_info`; without one, ComfyUI's own.
pub(crate) fn classes(object_info: &JsValue) -> Result<Cow<'static, NodeClasses>, JsValue> {
    if object_info.is_undefined() {
        return Ok(Cow::Borrowed(NodeClasses::core()));
    }
    let classes = NodeClasses::parse(&bytes(object_info));
    classes.map(Cow::Owned).map_err(|why| {
        let what = "reading the option objectInfo: ";
        let remedy =
            "; give what deck.objectInfo() resolves to, or the answer of ComfyUI's /object_info";
        [what, why, remedy].concat().into()
    })
}

/// The saved exposure and its problems, if there is one.
pub(crate) fn exposure(given: &JsValue) -> Option<(ExposureDocument, Vec<Problem>)> {
    if given.is_undefined() {
        return None;
    }
    Some(ExposureDocument::parse_file(&bytes(given)))
}
