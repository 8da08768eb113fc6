//! The sizes that decide which instances are in view. The style sheet takes them from here.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The sizes of an instance's article, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sizes {
    /// The height of an instance without tasks, which is one line.
    pub(super) line: f64,
    /// The height above its tasks.
    pub(super) head: f64,
    /// The height of one task.
    pub(super) task: f64,
    /// The height of the button that expands the tasks.
    pub(super) more: f64,
    /// The height below the tasks.
    pub(super) foot: f64,
}

impl Sizes {
    /// The sizes where one rem has this many pixels. Fingers need higher rows than a mouse.
    pub(super) fn of(rem: f64, is_touch: bool) -> Self {
        let (task, more) = if is_touch { (2.5, 2.5) } else { (1.5, 1.75) };
        Self {
            line: 2.5 * rem,
            head: 5.5 * rem,
            task: task * rem,
            more: more * rem,
            foot: 0.75 * rem,
        }
    }
}

/// Sets a style property to a size in pixels.
pub(super) fn set_size(element: &Element, name: &str, size: f64) {
    let size = [&(size.round() as i32).to_string(), "px"].concat();
    let style = element.unchecked_ref::<HtmlElement>().style();
    // Writing an unchanged value would still cause a new layout.
    if style.get_property_value(name).is_ok_and(|now| now != size) {
        let _ = style.set_property(name, &size);
    }
}
