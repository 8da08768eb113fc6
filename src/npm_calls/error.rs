//! Describes the failure of a call for JavaScript.

use wasm_bindgen::JsValue;

use client_web::{Failure, failed};

/// The details of a call's failure, as [`failed`] describes them, with its `cause` if it has one. If a
/// function of the caller threw, `{thrown}`.
pub(crate) fn failure(failure: Failure) -> JsValue {
    let (details, name, value) = match failure {
        Failure::Call { error, cause: None } => return failed(*error),
        Failure::Call {
            error,
            cause: Some(cause),
        } => (failed(*error), "cause", cause),
        Failure::Thrown(thrown) => (js_sys::Object::new().into(), "thrown", thrown),
    };
    // Setting a member of a new object cannot fail.
    let _ = js_sys::Reflect::set(&details, &name.into(), &value);
    details
}
