//! Reads and writes members of JavaScript objects.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

pub(super) fn set(object: &Object, name: &str, member: impl Into<JsValue>) {
    let _ = Reflect::set(object, &name.into(), &member.into());
}

/// A member; `undefined` if there is none.
pub(super) fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

pub(super) fn text(object: &JsValue, name: &str) -> Option<String> {
    member(object, name).as_string()
}

pub(super) fn number(object: &JsValue, name: &str) -> Option<f64> {
    member(object, name).as_f64()
}

/// The items of an array; none for any other value.
pub(super) fn items(value: &JsValue) -> impl Iterator<Item = JsValue> + use<> {
    let list = value.dyn_ref::<Array>().map(Array::to_vec);
    list.unwrap_or_default().into_iter()
}
