//! The message of a value that JavaScript threw. It may be of any type.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The message of an error, or a thrown text; otherwise empty.
pub(super) fn message_of(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).unwrap_or_default();
    let message = message.as_string().or_else(|| thrown.as_string());
    message.unwrap_or_default()
}
