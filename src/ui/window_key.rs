//! Keys that work wherever the focus is.

use leptos::ev::keydown;
use leptos::prelude::{on_cleanup, window_event_listener};
use web_sys::KeyboardEvent;

/// Listens to every key that is pressed, until the current owner ends.
pub fn on_window_key(act: impl Fn(KeyboardEvent) + 'static) {
    let listener = window_event_listener(keydown, act);
    on_cleanup(move || listener.remove());
}
