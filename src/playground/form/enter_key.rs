//! How Enter was pressed, and the target of an event. Knows no form.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

/// Submits once if Enter is held down. In a text area, it repeats line breaks as usual.
pub(super) fn ignore_repeated_enter(event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>();
    let is_repeated = key.is_some_and(|key| key.key() == "Enter" && key.repeat());
    if is_repeated && target_tag(event) != "TEXTAREA" {
        event.prevent_default();
    }
}

/// Whether Enter was pressed without Ctrl or ⌘, which would run the form.
pub(super) fn is_plain_enter(event: &Event) -> bool {
    let key = event.dyn_ref::<KeyboardEvent>();
    key.is_some_and(|key| {
        key.key() == "Enter" && !key.ctrl_key() && !key.meta_key() && !key.is_composing()
    })
}

/// The tag name of an event's target.
pub(super) fn target_tag(event: &Event) -> String {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.map(|target| target.tag_name()).unwrap_or_default()
}
