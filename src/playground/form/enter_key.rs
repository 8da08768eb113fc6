//! Which key was pressed, and how Enter was. Knows no form.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use ui::target_tag;

/// The code of the keys that an input method takes. Safari ends the composition before it sends the key.
const COMPOSING_KEY: u32 = 229;

/// Submits once if Enter is held down, and not at all if it ends the composition of an input method. In a text area,
/// it makes line breaks as usual.
pub(super) fn ignore_enter(event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    let is_ignored = key.key() == "Enter" && (key.repeat() || is_composing(key));
    if is_ignored && target_tag(event) != "TEXTAREA" {
        event.prevent_default();
    }
}

/// Whether the key belongs to the composition of an input method.
pub(super) fn is_composing(key: &KeyboardEvent) -> bool {
    key.is_composing() || key.key_code() == COMPOSING_KEY
}

/// Whether Enter was pressed without Ctrl or ⌘, which would run the form.
pub(super) fn is_plain_enter(event: &Event) -> bool {
    let key = event.dyn_ref::<KeyboardEvent>();
    key.is_some_and(|key| {
        key.key() == "Enter" && !key.ctrl_key() && !key.meta_key() && !is_composing(key)
    })
}

/// Whether Tab was pressed, which only moves the focus.
pub(super) fn is_tab(event: &Event) -> bool {
    let key = event.dyn_ref::<KeyboardEvent>();
    key.is_some_and(|key| key.key() == "Tab")
}
