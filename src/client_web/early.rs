//! A request that was sent before this module was loaded. Its response is used for the first call, if
//! that requests the same.

use std::cell::RefCell;

use js_sys::{Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::request::Request;

/// An early request in flight.
struct Early {
    address: String,
    key: String,
    answer: Promise,
}

thread_local! {
    static EARLY: RefCell<Option<Early>> = const { RefCell::new(None) };
}

/// Takes over an early request `{address, key, answer}`; `answer` is a promise of its `Response`, whose body
/// is not read yet. Anything else is ignored.
pub fn answered_early(call: &JsValue) {
    EARLY.set(read(call));
}

/// The answer to this request, if it matches the early one. Only the first request is compared.
pub(super) fn answer(request: &Request<'_>) -> Option<Promise> {
    let early = EARLY.take()?;
    let is_same = request.method == "GET" && early.address == request.address;
    (is_same && early.key == request.key).then_some(early.answer)
}

fn read(call: &JsValue) -> Option<Early> {
    let member = |name: &str| Reflect::get(call, &name.into()).ok();
    Some(Early {
        address: member("address")?.as_string()?,
        key: member("key")?.as_string()?,
        answer: member("answer")?.dyn_into().ok()?,
    })
}
