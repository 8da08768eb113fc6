//! The id that the runs of a batch share.

use js_sys::{Function, Math, Reflect};
use ui::window;
use wasm_bindgen::{JsCast, JsValue};

/// A new unique id.
pub(super) fn new_unique_id() -> String {
    random_uuid().unwrap_or_else(random_hex)
}

/// A UUID by the browser; `None` on a page loaded over plain http, which has no `randomUUID`.
fn random_uuid() -> Option<String> {
    let crypto = Reflect::get(&window(), &"crypto".into()).unwrap_or(JsValue::NULL);
    let make = Reflect::get(&crypto, &"randomUUID".into()).ok()?;
    let make = make.dyn_into::<Function>().ok()?;
    make.call0(&crypto).ok()?.as_string()
}

fn random_hex() -> String {
    let digit = |_| char::from_digit((Math::random() * 16.0) as u32 & 15, 16).unwrap_or('0');
    (0..32).map(digit).collect()
}
