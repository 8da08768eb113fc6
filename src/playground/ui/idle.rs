//! Calls that can wait until the page is on the screen.

use std::time::Duration;

use leptos::prelude::{request_animation_frame, set_timeout, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Makes a call after the next paint, as soon as the browser is idle.
pub(crate) fn when_idle(call: impl FnOnce() + 'static) {
    let call: Box<dyn FnOnce()> = Box::new(call);
    request_animation_frame(|| request_idle(call));
}

fn request_idle(call: Box<dyn FnOnce()>) {
    let window = window();
    // Not every browser has idle callbacks.
    let has_idle = js_sys::Reflect::has(&window, &"requestIdleCallback".into());
    if has_idle != Ok(true) {
        return set_timeout(call, Duration::ZERO);
    }
    let call = Closure::once_into_js(call);
    let _ = window.request_idle_callback(call.unchecked_ref());
}
