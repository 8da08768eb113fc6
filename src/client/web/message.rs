//! The message of what JavaScript threw, which may be anything.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// An error's message, or a thrown text; else empty.
pub(super) fn message_of(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).unwrap_or_default();
    let message = message.as_string().or_else(|| thrown.as_string());
    message.unwrap_or_default()
}
