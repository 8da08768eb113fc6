//! The sizes that decide which instances are in view. The style sheet takes them from here.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The height of an instance's article above its tasks, in rem.
pub(super) const HEAD: f64 = 5.5;
/// The height of one task, in rem.
pub(super) const TASK: f64 = 1.5;
/// The height of the button that expands the tasks, in rem.
pub(super) const MORE: f64 = 1.75;
/// The height below the tasks, in rem.
pub(super) const FOOT: f64 = 0.75;

/// Sets a style property to a size in pixels.
pub(super) fn set_size(element: &Element, name: &str, size: f64) {
    let size = [&(size.round() as i32).to_string(), "px"].concat();
    let style = element.unchecked_ref::<HtmlElement>().style();
    // Writing an unchanged value would still cause a new layout.
    if style.get_property_value(name).is_ok_and(|now| now != size) {
        let _ = style.set_property(name, &size);
    }
}
