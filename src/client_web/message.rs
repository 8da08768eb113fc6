//! The message of a value that JavaScript threw. It may be of any type.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The message of a thrown value and of its cause: an error's message, or its code, since some of Node's
/// errors have only that; or a thrown text. Otherwise empty.
pub(super) fn message_of(thrown: &JsValue) -> String {
    let mut message = own(thrown);
    let cause = own(&member(thrown, "cause"));
    if !message.is_empty() && !cause.is_empty() {
        message.push_str(": ");
    }
    message.push_str(&cause);
    message
}

fn own(thrown: &JsValue) -> String {
    let texts = [
        thrown.as_string(),
        member(thrown, "message").as_string(),
        member(thrown, "code").as_string(),
    ];
    let mut texts = texts.into_iter().flatten();
    texts.find(|text| !text.is_empty()).unwrap_or_default()
}

/// A member of a value that may be of any type, and may throw when it is read.
fn member(thrown: &JsValue, name: &str) -> JsValue {
    Reflect::get(thrown, &name.into()).unwrap_or_default()
}
